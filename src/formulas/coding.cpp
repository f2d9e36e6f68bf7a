module;
#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

module firefly.formulas;

namespace firefly {

namespace {

coded_product sorted(coded_product product) {
    std::ranges::sort(product);
    return product;
}

/// All products of a term's parts: of a factor that spans the intercept the reduced one, and nothing. The last factor changes fastest.
std::vector<coded_product> parts_of(formula_term const& term, std::vector<bool> const& spans) {
    std::vector<coded_product> result{{}};
    for (std::size_t const factor : term) {
        std::vector<coded_product> longer;
        for (auto const& product : result) {
            longer.push_back(product);
            longer.back().push_back({factor, spans[factor]});
            if (spans[factor]) longer.push_back(product);
        }
        result = std::move(longer);
    }
    return result;
}

/// The factor of `product` that `other` does not have, where that is reduced and the only difference.
coded_factor const* missing_factor(coded_product const& product, coded_product const& other) {
    if (product.size() != other.size() + 1) return nullptr;
    coded_factor const* missing = nullptr;
    for (auto const& factor : product) {
        if (std::ranges::find(other, factor) != other.end()) continue;
        if (missing) return nullptr;
        missing = &factor;
    }
    return missing && missing->reduced ? missing : nullptr;
}

std::vector<coded_product> put_together(std::vector<coded_product> products) {
    std::ranges::stable_sort(products, {}, &coded_product::size);
    std::vector<coded_product> result;
    for (auto const& product : products) {
        bool combined = false;
        for (std::size_t i = 0; i < result.size() && !combined; ++i) {
            coded_factor const* const missing = missing_factor(product, result[i]);
            if (!missing) continue;
            coded_product whole = product;
            whole[static_cast<std::size_t>(missing - product.data())].reduced = false;
            result.erase(result.begin() + static_cast<std::ptrdiff_t>(i));
            result.push_back(std::move(whole));
            result = put_together(std::move(result));
            combined = true;
        }
        if (!combined) result.push_back(product);
    }
    return result;
}

}  // namespace

std::vector<coded_product> full_rank_coding(bool intercept, std::vector<formula_term> const& terms,
                                            std::vector<bool> const& spans) {
    std::vector<coded_product> result;
    std::set<coded_product> spanned;
    if (intercept) {
        result.emplace_back();
        spanned.emplace();
    }
    for (auto const& term : terms) {
        auto parts = parts_of(term, spans);
        std::erase_if(parts, [&](coded_product const& part) { return spanned.contains(sorted(part)); });
        for (auto const& part : parts) spanned.insert(sorted(part));
        for (auto& product : put_together(std::move(parts))) result.push_back(std::move(product));
    }
    return result;
}

}  // namespace firefly
