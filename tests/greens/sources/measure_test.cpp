#include <gtest/gtest.h>
#include <sys/resource.h>
#include <chrono>
#include "boundary_problems.h"
#include "greens/sources/boundary_elements.h"
#include "linalg/schur_complement.h"
#include "remeshing/semi_regular.h"
#include "sinew/base/error.h"
#include "sinew/shape/models.h"
namespace sinew {
namespace {
double cpu() {
  rusage u;
  getrusage(RUSAGE_SELF, &u);
  return u.ru_utime.tv_sec + 1e-6 * u.ru_utime.tv_usec + u.ru_stime.tv_sec + 1e-6 * u.ru_stime.tv_usec;
}
void one(const char* name, const SurfaceMesh& s, std::size_t count) {
  const Material material{1, 0.3, 1000};
  std::vector<double> h;
  for (auto& p : s.positions) h.push_back(p.y);
  std::sort(h.begin(), h.end());
  auto held = held_below(s, 1, h[count]);
  double c = cpu();
  auto w = std::chrono::steady_clock::now();
  {
    const Collocation k(s, material);
    const Index n = s.vertex_count();
    std::vector<double> H(9 * n * 64), Q(9 * n * 64);
    k.rows(0, 64, H, Q);
  }
  std::printf("assembly cpu estimate %.2f\n", (cpu() - c) * s.vertex_count() / 64);
  c = cpu();
  std::vector<Index> fr = free_vertices({s, {}, held, material});
  const auto G = boundary_element_responses({s, {}, held, material});
  std::printf("%s: %d vertices cpu %.2f wall %.2f asym %g worst %g faults %zu\n", name, s.vertex_count(),
              cpu() - c, std::chrono::duration<double>(std::chrono::steady_clock::now() - w).count(),
              G.asymmetry, *std::max_element(G.vertex_asymmetry.begin(), G.vertex_asymmetry.end()),
              G.faults.size());
  try {
    inverse(G.G);
    std::printf("positive definite\n");
  } catch (const Error& e) {
    std::printf("%s\n", e.what());
  }
  std::printf("lifted %zu:", G.lifted.size());
  for (Index v : G.lifted) std::printf(" %d (y %.3f)", v, s.positions[v].y);
  std::printf("\n");
  double y = 0;
  for (Index v : G.faults) y += s.positions[v].y / G.faults.size();
  double mx = 0;
  for (auto& p : s.positions) mx = std::max(mx, p.y);
  std::vector<double> a = G.vertex_asymmetry;
  std::sort(a.begin(), a.end());
  std::printf("median %g 90 %g; mean y of faults %g of %g\n", a[a.size() / 2], a[a.size() * 9 / 10], y, mx);
}
TEST(Measure, time) {
  one("sphere4", sphere(4), 300);
  one("sphere", sphere(3), 80);
  SemiRegularParams p;
  p.base_triangles = 80;
  p.levels = 3;
  auto r = remesh_semi_regular(make_model("rabbit"), p).mesh;
  one("rabbit3", level(r, 2), 100);
  if (std::getenv("BIG")) one("rabbit4", r.finest, 417);
}
}  // namespace
}  // namespace sinew
