"""Collections of reviewed games: the run over their files, the review cache, statistics, exports, pages."""

from jackdaw.collection.analyze_collection import analyze_collection
from jackdaw.collection.collection import RECENT, Collection
from jackdaw.collection.exports import collection_csv, collection_json
from jackdaw.collection.frames import to_frame
from jackdaw.collection.page import collection_page, name_pages
from jackdaw.collection.report import collection_text
from jackdaw.collection.review_cache import ReviewCache
from jackdaw.collection.review_plots import plot_chances, plot_trend
from jackdaw.collection.run import CollectionRun, PageCallback
from jackdaw.collection.trend_chart import game_outcome

__all__ = [
    "RECENT",
    "Collection",
    "CollectionRun",
    "PageCallback",
    "ReviewCache",
    "analyze_collection",
    "collection_csv",
    "collection_json",
    "collection_page",
    "collection_text",
    "game_outcome",
    "name_pages",
    "plot_chances",
    "plot_trend",
    "to_frame",
]
