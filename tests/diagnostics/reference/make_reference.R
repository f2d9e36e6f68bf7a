# Makes draws.csv, diagnostics.csv and special_functions.csv, which the tests of firefly.diagnostics read.
#
#     apt-get install r-base-core r-cran-posterior      (Debian 12: R 4.2.2, posterior 1.4.0)
#     Rscript make_reference.R                          (in this directory)
#
# draws.csv             case, then the draws of one chain: a line for each chain
# diagnostics.csv       case, quantity, value; NA where posterior returns NA
# special_functions.csv function, its arguments, value
suppressPackageStartupMessages(library(posterior))
set.seed(20240229)

# Six significant digits keep the files small; the ties that the rounding makes are welcome.
short <- function(x) signif(x, 6)

# A stationary first-order autoregression with unit variance: one column a chain.
autoregression <- function(length, chains, correlation) {
  one <- function() as.vector(stats::filter(c(rnorm(1), sqrt(1 - correlation^2) * rnorm(length - 1)),
                                            correlation, method = "recursive"))
  short(matrix(replicate(chains, one()), length, chains))
}
independent <- function(length, chains) short(matrix(rnorm(length * chains), length, chains))
with_value <- function(x, value) { x[3, 1] <- value; x }

# No lengths 2 and 3: there posterior 1.4.0 loses a dimension when it splits, and takes chains for iterations.
cases <- list(
  one_chain = autoregression(500, 1, 0.5),
  one_odd_chain = autoregression(101, 1, 0.3),
  four_chains = independent(200, 4),
  odd_length = autoregression(151, 3, 0.6),
  autocorrelated = autoregression(250, 4, 0.95),
  antithetic = autoregression(200, 4, -0.8),
  alternating = matrix(rep(c(-1, 1.5), 50), 50, 2),
  heavy_tailed = short(matrix(rcauchy(800), 200, 4)),
  differing_means = sweep(autoregression(100, 4, 0.2), 2, c(0, 0, 1, 3), "+"),
  differing_scales = short(sweep(autoregression(100, 4, 0.2), 2, c(1, 1, 3, 10), "*")),
  trend = short(independent(120, 2) + seq(0, 4, length.out = 120)),
  large_offset = 1e4 + autoregression(100, 2, 0.4),
  counts = matrix(rpois(400, 2) + 0, 100, 4),
  balanced_binary = matrix(rep(c(0, 1, 1, 0, 0, 1, 0, 1), 25), 100, 2),
  mostly_zero = matrix(rbinom(200, 1, 0.02) + 0, 100, 2),
  constant = matrix(1.25, 20, 4),
  constant_chains = matrix(rep(c(1, 2), each = 20), 20, 2),
  one_stuck_chain = cbind(independent(40, 3), 0.1),
  below_tolerance = 1e-17 * independent(40, 2),
  with_missing = with_value(independent(40, 2), NA),
  with_infinite = with_value(independent(40, 2), Inf),
  length_1 = independent(1, 4),
  length_4 = independent(4, 4),
  length_5 = independent(5, 4),
  length_6 = independent(6, 4),
  length_7 = independent(7, 1),
  length_11 = independent(11, 2),
  length_12 = independent(12, 1),
  length_13 = independent(13, 2)
)

# The file holds 15 digits: what is diagnosed is what the file says.
cases <- lapply(cases, function(x) matrix(suppressWarnings(as.numeric(sprintf("%.15g", x))), nrow(x), ncol(x)))

probabilities <- c(0, 0.05, 0.25, 0.5, 0.95, 1)
at_each <- function(prefix, f) setNames(lapply(probabilities, f), paste0(prefix, "_", probabilities))

diagnostics <- function(x) {
  c(list(
    mean = mean(x), sd = stats::sd(x),
    rhat = rhat(x), rhat_basic = rhat_basic(x), rhat_basic_whole = rhat_basic(x, split = FALSE),
    ess_basic = ess_basic(x), ess_basic_whole = ess_basic(x, split = FALSE),
    ess_bulk = ess_bulk(x), ess_tail = ess_tail(x), ess_mean = ess_mean(x), ess_sd = ess_sd(x),
    mcse_mean = mcse_mean(x), mcse_sd = mcse_sd(x)),
    at_each("quantile", function(p) quantile2(x, p)),
    at_each("ess_quantile", function(p) ess_quantile(x, p)),
    at_each("mcse_quantile", function(p) mcse_quantile(x, p)))
}

number <- function(x, format = "%.17g") ifelse(is.na(x), "NA", sprintf(format, x))

write_lines <- function(file, lines) writeLines(lines, file, sep = "\n")

write_lines("draws.csv", unlist(lapply(names(cases), function(case)
  apply(cases[[case]], 2, function(chain) paste(c(case, number(chain, "%.15g")), collapse = ",")))))

write_lines("diagnostics.csv", unlist(lapply(names(cases), function(case) {
  values <- suppressWarnings(diagnostics(cases[[case]]))
  paste(case, names(values), sapply(values, function(v) number(unname(v))), sep = ",")
})))

p <- c(1e-300, 1e-20, 1e-10, 1e-5, 0.001, 0.02425, 0.07, 0.075, 0.0751, 0.1586553, 0.3, 0.5, 0.6, 0.925, 0.9251, 0.999, 1 - 1e-10)
beta <- expand.grid(p = c(0.001, 0.1586553, 0.5, 0.8413447, 0.999), a = c(1, 1.5, 7, 120.25, 5e4), b = c(1, 2.75, 40, 950, 2e5))
write_lines("special_functions.csv", c(
  paste("normal_quantile", number(p), number(qnorm(p)), sep = ","),
  paste("beta_quantile", number(beta$p), number(beta$a), number(beta$b), number(qbeta(beta$p, beta$a, beta$b)), sep = ",")))
