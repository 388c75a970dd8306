//! The router: pages, data, sockets. Every answer carries the same safety headers, every body has a limit.

mod api;
mod assets;
mod lab;
mod maps;
mod origin;
mod pages;
mod problem;
mod socket;
mod squeeze;
mod terra;

use crate::app::App;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::routing::{get, post};
use std::sync::Arc;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

/// All routes over the shared state.
pub fn router(app: Arc<App>) -> Router {
    let body = app.limits.body_bytes;
    let header = |name, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/", get(pages::home))
        .route("/t/{id}", get(pages::table))
        .route("/replay/{id}", get(pages::replay))
        .route("/maps", get(pages::maps))
        .route("/edit", get(pages::editor))
        .route("/lab", get(pages::lab))
        .route("/terra", get(pages::terra))
        .route("/help", get(pages::help))
        .route("/assets/{*path}", get(assets::serve))
        .route("/favicon.ico", get(assets::favicon))
        .route("/api/tables", get(api::list).post(api::create))
        .route("/api/tables/{id}", get(api::info))
        .route("/api/tables/{id}/sit", post(api::sit))
        .route("/api/tables/{id}/board", get(api::board))
        .route("/api/tables/{id}/record", get(api::record))
        .route("/api/tables/{id}/analysis", get(api::analysis))
        .route("/api/tables/{id}/replay/{moves}", get(api::replay))
        .route("/api/tables/{id}/socket", get(socket::open))
        .route("/api/maps", get(maps::list))
        .route("/api/maps/{name}", get(maps::text))
        .route("/api/check", post(maps::check))
        .route("/api/edit", post(maps::edit))
        .route("/api/share", post(maps::share))
        .route("/api/svg", post(maps::svg))
        .route("/api/png", post(maps::png))
        .route("/api/lab", post(lab::roll))
        .route("/api/lab/stats", post(lab::stats))
        .route("/api/lab/land", post(lab::land))
        .route("/api/terra", post(terra::show))
        .route("/healthz", get(healthz))
        .route("/metrics", get(|State(app): State<Arc<App>>| async move { app.metrics.text() }))
        .fallback(pages::not_found)
        .layer(axum::middleware::from_fn(squeeze::squeeze))
        .layer(axum::middleware::from_fn(origin::same_origin_only))
        .layer(RequestBodyLimitLayer::new(body))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(header(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header(
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ))
        .with_state(app)
}

async fn healthz(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    if app.store.is_alive().await {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
    }
}
