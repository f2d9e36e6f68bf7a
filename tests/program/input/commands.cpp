#include <doctest/doctest.h>

#include <string>
#include <variant>
#include <vector>

#include "read_arguments.hpp"

using namespace firefly::program;

TEST_CASE("resume passes on what is said anew, and nothing else") {
    auto const options = read<resume_options>({"resume", "run.checkpoint", "--draws", "20", "--quiet", "--max-time", "5s"});
    CHECK(options.checkpoint == "run.checkpoint");
    CHECK_FALSE(options.finish);
    CHECK(options.arguments.size() == 3);
    CHECK(options.arguments.front() == "--draws=20");
    CHECK(read<resume_options>({"resume", "x", "--finish"}).finish);
}

TEST_CASE("each subcommand has its own options") {
    auto const map = read<map_options>({"map", "--data", "wells.csv", "--prior", "laplace", "--output", "map.csv"});
    CHECK(map.model.data == "wells.csv");
    CHECK(map.model.prior == prior_kind::laplace);
    CHECK(map.model.run.threads == 3);
    CHECK(map.output == "map.csv");
    auto const summary = read<summary_options>({"summary", "a.csv", "b.csv", "--csv", "table.csv", "--reference", "rose"});
    CHECK(summary.reference == "rose");
    CHECK(summary.files == strings{"a.csv", "b.csv"});
    CHECK(summary.csv == "table.csv");
    CHECK(read<diagnose_options>({"diagnose", "a.csv"}).files == strings{"a.csv"});
    auto const report = read<report_options>({"report", "a.csv", "--output", "page.html", "--reference", "rose"});
    CHECK(report.output == "page.html");
    CHECK(report.reference == "rose");
    auto const predict = read<predict_options>(
        {"predict", "a.nc", "--data", "new.csv", "--interval", "0.5", "--draws", "10", "--probabilities", "7"});
    CHECK(predict.draws == strings{"a.nc"});
    CHECK(predict.interval == 0.5);
    CHECK(predict.most_draws == 10);
    CHECK(predict.probabilities == 7);
    CHECK_FALSE(predict.weighted);
    auto const drawn =
        read<predict_options>({"predict", "a.nc", "--data", "x.csv", "--netcdf", "b.nc", "--seed", "5", "--thin", "3"});
    CHECK(drawn.netcdf == "b.nc");
    CHECK(drawn.seed == 5);
    CHECK(drawn.thin == 3);
    auto const loo = read<loo_options>(
        {"loo", "a_1.csv", "a_2.csv", "--data", "x.csv", "--thin", "2", "--csv", "rows.csv", "--log-likelihood", "b.nc"});
    CHECK(loo.model.draws == strings{"a_1.csv", "a_2.csv"});
    CHECK(loo.model.thin == 2);
    CHECK(loo.model.weighted);
    CHECK(loo.csv == "rows.csv");
    CHECK(loo.log_likelihood == "b.nc");
    auto const convert = read<convert_options>({"convert", "a.csv", "a.firefly", "--model", "robust", "--target", "y"});
    CHECK(convert.files == strings{"a.csv", "a.firefly"});
    CHECK(convert.input.model == model_kind::robust);
    CHECK(convert.input.arguments.size() == 2);
    CHECK(std::holds_alternative<demo_options>(read_command_line({"demo"}, 1).value()));
}

TEST_CASE("what a command is not told has its default") {
    auto const predict = read<predict_options>({"predict", "a.nc", "--data", "new.csv"});
    CHECK(predict.interval == predict_options{}.interval);
    CHECK(predict.interval == 0.9);
    CHECK(predict.most_draws == 0);
    CHECK(predict.probabilities == 0);
    CHECK(predict.missing == firefly::missing_cells::refuse);
    CHECK(!predict.unseen_as_reference);
    CHECK(!predict.no_score);
    CHECK(predict.target.empty());
    CHECK(predict.output.empty());
    CHECK(predict.netcdf.empty());
    CHECK(predict.thin == 1);
    CHECK(predict.seed == 1);
    CHECK(!read<convert_options>({"convert", "a.csv", "a.npy"}).check);
    CHECK(read<summary_options>({"summary", "a.csv"}).csv.empty());
    CHECK_FALSE(read<summary_options>({"summary", "a.csv"}).reference);
    CHECK(read<map_options>({"map", "--data", "wells.csv"}).output.empty());
}
