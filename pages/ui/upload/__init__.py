"""The import step: files in, understood, corrected, taken.

`import_step` is the step, `ask` its questions, `files` puts several files together (no Streamlit),
`given_file` takes in what `aucc app FILE` named.
"""
