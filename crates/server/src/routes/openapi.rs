//! The description of the routes for other programs, made from [`ROUTES`](super::ROUTES).
//!
//! Schemas follow from the types that read requests, and a test sends every example: what is described is what
//! works.

use super::{ROUTES, Route};
use axum::Json;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

/// Adds the schema of a request to the description and gives a reference to it.
pub(super) type BodySchema = fn(&mut SchemaGenerator) -> Schema;

/// The schema of this type.
pub(super) fn body_schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

pub(super) async fn serve() -> Json<Value> {
    Json(description())
}

fn description() -> Value {
    let in_components =
        |settings: &mut SchemaSettings| settings.definitions_path = "/components/schemas".into();
    let mut generator = SchemaSettings::draft2020_12().with(in_components).into_generator();
    let mut paths = Map::new();
    for route in ROUTES {
        let path = route.path.replace("{*", "{");
        let methods = paths.entry(path).or_insert_with(|| json!({}));
        methods[route.method] = operation(route, &mut generator);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Hexwright",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables, maps and pictures. Seats are held by secrets that only the socket's hello carries; every refusal is {\"error\": \"…\"} and may list findings.",
        },
        "paths": paths,
        "components": { "schemas": generator.take_definitions(true) },
    })
}

fn operation(route: &Route, generator: &mut SchemaGenerator) -> Value {
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
    let example = route.example.and_then(|text| serde_json::from_str::<Value>(text).ok());
    if let (Some(example), Some(body)) = (example, route.body) {
        let content = json!({ "application/json": { "schema": body(generator), "example": example } });
        operation["requestBody"] = json!({ "required": true, "content": content });
    }
    operation
}

fn refusal() -> Value {
    json!({ "type": "object", "required": ["error"], "properties": {
        "error": { "type": "string" }, "findings": { "type": "array", "items": { "type": "object" } } } })
}
