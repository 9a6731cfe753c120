# The explorer and the command line, in a small image:
#   docker build -t shuban .
#   docker run --rm -p 7878:7878 -v shuban-data:/data shuban
FROM rust:1.95-bookworm AS build
WORKDIR /shuban
COPY . .
RUN cargo build --release --locked -p shuban -p shuban-check -p shuban-reproduce -p shuban-daihinmin \
  -p shuban-bench --features shuban/png,shuban/parquet,shuban/object-store

FROM debian:bookworm-slim
COPY --from=build /shuban/target/release/shuban /shuban/target/release/shuban-check \
  /shuban/target/release/shuban-reproduce /shuban/target/release/shuban-daihinmin \
  /shuban/target/release/shuban-bench /usr/local/bin/
RUN useradd --system shuban && install -d -o shuban /data
USER shuban
ENV SHUBAN_DATA=/data
VOLUME /data
EXPOSE 7878
ENTRYPOINT ["shuban"]
CMD ["serve", "--listen", "0.0.0.0:7878", "--build-default"]
