"""The commands of `jackdaw`, a file each. `jackdaw.cli` lists them and imports only the one that runs."""
