"""The interface's documentation as one page that asks nobody for a script. Pure."""

import json
from collections.abc import Mapping
from html import escape
from typing import Any

STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color-scheme:light dark}pre{overflow:auto;padding:.7rem;border:1px solid #8888}"
    "h2{margin-top:2rem}code{font-size:.95em}"
)


def docs_page(schema: Mapping[str, Any]) -> str:
    """A page that lists the routes with the schema of what they take.

    Args:
        schema: The OpenAPI document.

    Returns:
        HTML; everything of the schema is escaped.
    """
    models = schema.get("components", {}).get("schemas", {})
    parts = [f"<h1>{escape(schema['info']['title'])} {escape(schema['info']['version'])}</h1>"]
    parts.append(f"<p>{escape(schema['info'].get('description', ''))}</p>")
    parts.append('<p>For programs: <a href="openapi.json">openapi.json</a>.</p>')
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(route.get('description', ''))}</p>")
            body = _body(route, models)
            if body:
                parts.append(f"<pre>{escape(json.dumps(body, indent=2))}</pre>")
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>radsearch REST</title><style>{STYLE}</style>"
    )
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def _body(route: Mapping[str, Any], models: Mapping[str, Any]) -> Any:
    content = route.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return models.get(name, {}).get("properties")
