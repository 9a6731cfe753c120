"""Solves a game in the unified Markov binary format with Storm, through the interface that PAYNT has to its games.

Arguments: the model, the file for the values of the initial states, as numbers of 64 bits, and Storm's settings.
Prints what it took as a line of JSON.
"""

import array
import json
import resource
import sys
import tarfile
import time
from pathlib import Path

import payntbind
import stormpy
import stormpy.developer as developer

model_file, values_file, *settings = sys.argv[1:]
with tarfile.open(model_file) as archive:
    index = json.load(archive.extractfile("index.json"))
payoffs = index["file-data"]["parameters"]
lowest, highest = payoffs["lowest"], payoffs["highest"]
start = time.monotonic()
model = stormpy.build_model_from_umb(model_file)
read = time.monotonic()
formula = stormpy.parse_properties('<<first>> Pmax=? [F "won"]')[0].get_raw_formula()
developer.set_from_exploded_string(settings)
environment = developer.EnvironmentBuilder.build_environment()
result = payntbind.synthesis.model_check_smg(
    model, formula, only_initial_states=False, set_produce_schedulers=False, env=environment
)
solved = time.monotonic()
initial = range(index["transition-system"]["#initial-states"])
values = array.array("d", (lowest + (highest - lowest) * result.get_value(state) for state in initial))
Path(values_file).write_bytes(values.tobytes())
account = {
    "version": stormpy.__version__,
    "states": model.nr_states,
    "branches": model.nr_transitions,
    "reading_seconds": read - start,
    "seconds": solved - read,
    "peak_bytes": 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
}
print(json.dumps(account))
