//! The description of the routes for other programs, made from [`ROUTES`](super::ROUTES).
//!
//! Schemas follow from the examples, and a test sends every example: what is described is what works.

use super::{ROUTES, Route};
use axum::Json;
use serde_json::{Map, Value, json};

pub(super) async fn serve() -> Json<Value> {
    Json(description())
}

fn description() -> Value {
    let mut paths = Map::new();
    for route in ROUTES {
        let path = route.path.replace("{*", "{");
        let methods = paths.entry(path).or_insert_with(|| json!({}));
        methods[route.method] = operation(route);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Hexwright",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables, maps and pictures. Seats are held by secrets that only the socket's hello carries; every refusal is {\"error\": \"…\"} and may list findings.",
        },
        "paths": paths,
    })
}

fn operation(route: &Route) -> Value {
    let names = route.path.split('{').skip(1).filter_map(|rest| rest.split('}').next());
    let parameters: Vec<Value> = names
        .map(|name| json!({ "name": name.trim_start_matches('*'), "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    let mut operation = json!({
        "summary": route.about,
        "parameters": parameters,
        "responses": {
            "200": { "description": route.about },
            "default": { "description": "refused, and why", "content": { "application/json": { "schema": refusal() } } },
        },
    });
    if let Some(example) = route.example.and_then(|text| serde_json::from_str::<Value>(text).ok()) {
        let content = json!({ "application/json": { "schema": schema(&example), "example": example } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

fn refusal() -> Value {
    json!({ "type": "object", "required": ["error"], "properties": {
        "error": { "type": "string" }, "findings": { "type": "array", "items": { "type": "object" } } } })
}

/// What data like the example looks like.
fn schema(example: &Value) -> Value {
    match example {
        Value::Object(fields) => {
            let fields: Map<String, Value> =
                fields.iter().map(|(name, value)| (name.clone(), schema(value))).collect();
            json!({ "type": "object", "properties": fields })
        }
        Value::Array(items) => {
            let items: Vec<Value> = items.iter().map(schema).collect();
            json!({ "type": "array", "items": { "anyOf": items } })
        }
        Value::String(_) => json!({ "type": "string" }),
        Value::Number(_) => json!({ "type": "integer" }),
        Value::Bool(_) => json!({ "type": "boolean" }),
        Value::Null => json!({}),
    }
}
