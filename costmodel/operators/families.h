#ifndef ROOFLINE_COSTMODEL_OPERATORS_FAMILIES_H_
#define ROOFLINE_COSTMODEL_OPERATORS_FAMILIES_H_

#include <vector>

#include "costmodel/operators/operator_rule.h"

namespace roofline {

// The rules of each file in this folder; registry.cc puts them into one table.
std::vector<OperatorRule> ActivationRules();            // activation.cc
std::vector<OperatorRule> ArgReduceRules();             // arg_reduce.cc
std::vector<OperatorRule> ArithmeticRules();            // arithmetic.cc
std::vector<OperatorRule> AtenRules();                  // aten.cc
std::vector<OperatorRule> AttentionRules();             // attention.cc
std::vector<OperatorRule> BatchNormRules();             // batch_norm.cc
std::vector<OperatorRule> BitwiseRules();               // bitwise.cc
std::vector<OperatorRule> BlockFloatingPointRules();    // block_floating_point.cc
std::vector<OperatorRule> CastRules();                  // cast.cc
std::vector<OperatorRule> CausalConvRules();            // causal_conv.cc
std::vector<OperatorRule> ClipRules();                  // clip.cc
std::vector<OperatorRule> Col2ImRules();                // col2im.cc
std::vector<OperatorRule> ComparisonRules();            // comparison.cc
std::vector<OperatorRule> CompressRules();              // compress.cc
std::vector<OperatorRule> ConcatRules();                // concat.cc
std::vector<OperatorRule> ConstantRules();              // constant.cc
std::vector<OperatorRule> ContribActivationRules();     // contrib_activation.cc
std::vector<OperatorRule> ContribGatherRules();         // contrib_gather.cc
std::vector<OperatorRule> ContribImageRules();          // contrib_image.cc
std::vector<OperatorRule> ContribMathRules();           // contrib_math.cc
std::vector<OperatorRule> ContribMovementRules();       // contrib_movement.cc
std::vector<OperatorRule> ContribQLinearRules();        // contrib_qlinear.cc
std::vector<OperatorRule> ContribTextRules();           // contrib_text.cc
std::vector<OperatorRule> ControlFlowRules();           // control_flow.cc
std::vector<OperatorRule> ConvTransposeRules();         // conv_transpose.cc
std::vector<OperatorRule> ConvolutionRules();           // conv.cc
std::vector<OperatorRule> CumulativeRules();            // cumulative.cc
std::vector<OperatorRule> DecoderAttentionRules();      // decoder_attention.cc
std::vector<OperatorRule> DeformConvRules();            // deform_conv.cc
std::vector<OperatorRule> DepthToSpaceRules();          // depth_to_space.cc
std::vector<OperatorRule> DetRules();                   // det.cc
std::vector<OperatorRule> EinsumRules();                // einsum.cc
std::vector<OperatorRule> EmbedLayerNormRules();        // embed_layer_norm.cc
std::vector<OperatorRule> EngramRules();                // engram.cc
std::vector<OperatorRule> ExpandRules();                // expand.cc
std::vector<OperatorRule> ExperimentalRules();          // experimental.cc
std::vector<OperatorRule> EyeLikeRules();               // eye_like.cc
std::vector<OperatorRule> FusedMatMulRules();           // matmul_fused.cc
std::vector<OperatorRule> FusedRecurrentRules();        // fused_recurrent.cc
std::vector<OperatorRule> GatedActivationRules();       // gated_activation.cc
std::vector<OperatorRule> GatedDeltaNetRules();         // gated_delta_net.cc
std::vector<OperatorRule> GatherRules();                // gather.cc
std::vector<OperatorRule> GemmRules();                  // gemm.cc
std::vector<OperatorRule> GenerationRules();            // generation.cc
std::vector<OperatorRule> GridSampleRules();            // grid_sample.cc
std::vector<OperatorRule> GroupNormRules();             // group_norm.cc
std::vector<OperatorRule> GroupQueryAttentionRules();   // group_query_attention.cc
std::vector<OperatorRule> IdentityRules();              // identity.cc
std::vector<OperatorRule> ImageDecoderRules();          // image_decoder.cc
std::vector<OperatorRule> InstanceNormRules();          // instance_norm.cc
std::vector<OperatorRule> LayerNormRules();             // layer_norm.cc
std::vector<OperatorRule> LinearAttentionRules();       // linear_attention.cc
std::vector<OperatorRule> LogicalRules();               // logical.cc
std::vector<OperatorRule> LongformerAttentionRules();   // longformer_attention.cc
std::vector<OperatorRule> LossRules();                  // nll_loss.cc
std::vector<OperatorRule> LpNormRules();                // lp_norm.cc
std::vector<OperatorRule> LrnRules();                   // lrn.cc
std::vector<OperatorRule> MatMulRules();                // matmul.cc
std::vector<OperatorRule> MaxUnpoolRules();             // max_unpool.cc
std::vector<OperatorRule> MixtureOfExpertsRules();      // mixture_of_experts.cc
std::vector<OperatorRule> MlCategoriesRules();          // ml_categories.cc
std::vector<OperatorRule> MlFeaturesRules();            // ml_features.cc
std::vector<OperatorRule> MlLinearRules();              // ml_linear.cc
std::vector<OperatorRule> MlSvmRules();                 // ml_svm.cc
std::vector<OperatorRule> MlTreeEnsembleRules();        // ml_tree_ensemble.cc
std::vector<OperatorRule> MultiHeadAttentionRules();    // multi_head_attention.cc
std::vector<OperatorRule> NchwcRules();                 // nchwc.cc
std::vector<OperatorRule> NonMaxSuppressionRules();     // non_max_suppression.cc
std::vector<OperatorRule> OneHotRules();                // one_hot.cc
std::vector<OperatorRule> OpaqueRules();                // opaque.cc
std::vector<OperatorRule> OptionalRules();              // optional.cc
std::vector<OperatorRule> PadRules();                   // pad.cc
std::vector<OperatorRule> PagedAttentionRules();        // paged_attention.cc
std::vector<OperatorRule> PoolingRules();               // pooling.cc
std::vector<OperatorRule> PositionBiasRules();          // position_bias.cc
std::vector<OperatorRule> PowRules();                   // pow.cc
std::vector<OperatorRule> ProjectedAttentionRules();    // projected_attention.cc
std::vector<OperatorRule> QorderedRules();              // qordered.cc
std::vector<OperatorRule> QuantizeLinearRules();        // quantize_linear.cc
std::vector<OperatorRule> QuantizedConvolutionRules();  // conv_quantized.cc
std::vector<OperatorRule> QuantizedMatMulRules();       // matmul_quantized.cc
std::vector<OperatorRule> RandomRules();                // random.cc
std::vector<OperatorRule> RangeRules();                 // range.cc
std::vector<OperatorRule> RecurrentRules();             // recurrent.cc
std::vector<OperatorRule> ReduceRules();                // reduce.cc
std::vector<OperatorRule> ReshapeRules();               // reshape.cc
std::vector<OperatorRule> ResizeRules();                // resize.cc
std::vector<OperatorRule> ReverseSequenceRules();       // reverse_sequence.cc
std::vector<OperatorRule> RoiPoolingRules();            // roi_pooling.cc
std::vector<OperatorRule> RotaryEmbeddingRules();       // rotary_embedding.cc
std::vector<OperatorRule> ScatterRules();               // scatter.cc
std::vector<OperatorRule> SequenceRules();              // sequence.cc
std::vector<OperatorRule> ShapeRules();                 // shape.cc
std::vector<OperatorRule> SkipLayerNormRules();         // skip_layer_norm.cc
std::vector<OperatorRule> SliceRules();                 // slice.cc
std::vector<OperatorRule> SoftmaxRules();               // softmax.cc
std::vector<OperatorRule> SpectralRules();              // spectral.cc
std::vector<OperatorRule> SplitRules();                 // split.cc
std::vector<OperatorRule> SqueezeRules();               // squeeze.cc
std::vector<OperatorRule> TextRules();                  // text.cc
std::vector<OperatorRule> TopKRules();                  // top_k.cc
std::vector<OperatorRule> TrainingRules();              // training.cc
std::vector<OperatorRule> TransposeRules();             // transpose.cc
std::vector<OperatorRule> TriluRules();                 // trilu.cc
std::vector<OperatorRule> UnaryMathRules();             // unary_math.cc
std::vector<OperatorRule> UniqueRules();                // unique.cc
std::vector<OperatorRule> VariadicRules();              // variadic.cc
std::vector<OperatorRule> WeightOnlyMatMulRules();      // matmul_weight_only.cc
std::vector<OperatorRule> WhereRules();                 // where.cc
std::vector<OperatorRule> WindowFunctionRules();        // window_function.cc

}  // namespace roofline

#endif  // ROOFLINE_COSTMODEL_OPERATORS_FAMILIES_H_
