#include "greens/solver/symmetric_view.h"

#include "greens/solver/dense_kernels.h"

namespace sinew {

void add_product(SymmetricView A, std::span<const Index> columns, std::span<const double> f,
                 std::span<double> y) {
  static const DenseKernels& kernels = dense_kernels_for(best_instruction_set());
  kernels.combine[0](A.values, static_cast<long long>(A.stride), static_cast<int>(y.size()), columns.data(),
                     static_cast<int>(columns.size()), f.data(), y.data());
}

}  // namespace sinew
