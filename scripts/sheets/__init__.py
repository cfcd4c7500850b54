"""Score sheets drawn as pictures, with the moves that stand on them: what readers are measured on.

python -m scripts.sheets FOLDER --sheets 40 --seed 7
python -m scripts.sheets FOLDER --game gipf --layout blocks --quality B
"""
