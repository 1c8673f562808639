#ifndef ROOFLINE_COSTMODEL_DEVICE_DEVICE_NAME_H_
#define ROOFLINE_COSTMODEL_DEVICE_DEVICE_NAME_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "costmodel/device/profile.h"

namespace roofline {

// Lower case, everything but letters and digits one '-': "GeForce GTX 1080 Ti" is
// "geforce-gtx-1080-ti".
std::string NormalName(std::string_view name);

// What somebody may have meant by a device name. Letter case, blanks and punctuation do not count.
class NameSearch {
 public:
  explicit NameSearch(std::string_view text);

  // How far a name is from the text, in hundreds: 0 the very name, 1 a name that contains it, 2 one
  // that has every word of it, from kTypo on one that has it but for typos, one for each four
  // letters; plus how much longer or shorter the name is. nullopt for any other name. `vendor` may
  // be among the words.
  std::optional<int> Distance(std::string_view name, std::string_view vendor = "") const;
  // The smallest over id, name and aliases.
  std::optional<int> Distance(const DeviceProfile& device) const;

  static constexpr int kTypo = 300;

 private:
  std::optional<int> WordDistance(const std::vector<std::string>& own) const;

  std::string squeezed_;  // letters and digits alone
  std::vector<std::string> words_;
};

// Whether a device can have this id, in words: kDeviceIdForm.
bool IsDeviceId(std::string_view text);
inline constexpr std::string_view kDeviceIdForm =
    "at most 64 lower-case letters, digits, '-' and '.'";

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_DEVICE_DEVICE_NAME_H_
