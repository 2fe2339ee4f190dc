"""Reads figures of Prometheus from standard input, with its own parser, and prints each as a line: the name, the labels in the
order of their names, the value. Says so where a family has no samples of its kind, or a figure stands twice."""
import sys

from prometheus_client.parser import text_string_to_metric_families

seen = set()
for family in text_string_to_metric_families(sys.stdin.read()):
    if not family.documentation:
        sys.exit(f"{family.name} has no words")
    if family.type not in ("counter", "gauge", "histogram"):
        sys.exit(f"{family.name} is of type {family.type}")
    ranges = {}
    for sample in family.samples:
        key = (sample.name, tuple(sorted(sample.labels.items())))
        if key in seen:
            sys.exit(f"{key} stands twice")
        seen.add(key)
        if sample.name.endswith("_bucket"):
            others = tuple(sorted((k, v) for k, v in sample.labels.items() if k != "le"))
            ranges.setdefault(others, []).append((float(sample.labels["le"]), sample.value))
            continue
        labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
        print(f"{sample.name}{{{labels}}} {sample.value:g}")
    for others, bounds in ranges.items():
        if bounds != sorted(bounds) or [b[1] for b in bounds] != sorted(b[1] for b in bounds) or bounds[-1][0] != float("inf"):
            sys.exit(f"{family.name} {others}: these are no ranges: {bounds}")
