// The one file of C++: LEMON (Boost Software License 1.0) is a library of templates.
#define LEMON_ONLY_TEMPLATES
#include "tournament/matching.h"

#include <lemon/matching.h>
#include <lemon/smart_graph.h>
#include <new>

extern "C" [[noreturn]] void memory_short(void); // base/guard.h, which is C

namespace {

using Graph = lemon::SmartGraph;
using Weights = Graph::EdgeMap<int64_t>;

template <typename Matching> void write_partners(const Graph &graph, const Matching &matching, int *partners) {
  for (Graph::NodeIt node(graph); node != lemon::INVALID; ++node) {
    const Graph::Node mate = matching.mate(node);
    partners[graph.id(node)] = mate == lemon::INVALID ? -1 : graph.id(mate);
  }
}

} // namespace

bool matching_find(int nodes, const struct matching_edge *edges, size_t count, bool perfect, int *partners) try {
  Graph graph;
  graph.reserveNode(nodes);
  graph.reserveEdge(static_cast<int>(count));
  for (int i = 0; i < nodes; i++) graph.addNode();
  Weights weights(graph);
  for (size_t i = 0; i < count; i++)
    weights[graph.addEdge(graph.nodeFromId(edges[i].one), graph.nodeFromId(edges[i].other))] = edges[i].weight;
  if (perfect) {
    lemon::MaxWeightedPerfectMatching<Graph, Weights> matching(graph, weights);
    if (!matching.run()) return false;
    write_partners(graph, matching, partners);
  } else {
    lemon::MaxWeightedMatching<Graph, Weights> matching(graph, weights);
    matching.run();
    write_partners(graph, matching, partners);
  }
  return true;
} catch (const std::bad_alloc &) {
  memory_short();
}
