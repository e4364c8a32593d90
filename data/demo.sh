#!/bin/sh
# Called by `make demo` with the radsearch command: index the sample corpus, search it three ways, measure it.
set -eu
radsearch=$1
index=runs/demo_index

say() { printf '\n\033[1m$ %s\033[0m\n' "$*"; }

say radsearch index data/sample_reports.parquet -o "$index"
"$radsearch" index data/sample_reports.parquet -o "$index"

say radsearch query '"small left pleural effusion, no pneumothorax"' -i "$index" --where "'modality = \"XR\"'" -k 3 --explain
"$radsearch" query "small left pleural effusion, no pneumothorax" -i "$index" --where 'modality = "XR"' -k 3 --explain

findings="There is a spiculated 14 mm solid nodule in the right upper lobe. No pleural effusion. Mild emphysema."
say radsearch query "\"$findings\"" -i "$index" --kind findings --section impression -k 3
"$radsearch" query "$findings" -i "$index" --kind findings --section impression -k 3

impression="Acute cholecystitis with an impacted gallstone."
say radsearch query "\"$impression\"" -i "$index" --kind impression --section findings -k 3
"$radsearch" query "$impression" -i "$index" --kind impression --section findings -k 3

say radsearch eval -i "$index"
"$radsearch" eval -i "$index"
