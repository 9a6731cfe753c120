mod common;
use common::Service;
#[test]
fn look() {
    let service = Service::with(&[]);
    println!("{:?}", service.get("/api/v1/games"));
    println!("{:?}", service.get("/api/v1/domains"));
    println!("{:?}", service.get("/api/v1/play?game=races"));
    println!("{:?}", service.get("/api/v1/openapi.json"));
    println!("{:?}", service.get("/metrics"));
}
