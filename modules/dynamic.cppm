/// Types that are chosen at run time: the one place where they are erased.
///
/// A program that offers m models, b bounds, k kernels and u updaters would compile m·b·k·u chains. With the density behind one pointer, and
/// kernel and updater behind others, it compiles m·b densities, k kernels, u updaters and one chain.
export module firefly.dynamic;

export import :any_chain;
export import :any_density;
export import :any_family;
export import :any_kernel;
export import :any_rows;
export import :any_state;
export import :any_updater;
