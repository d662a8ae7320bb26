# The command puz alone, without a system around it:
#
#	docker build -t puz --build-arg VERSION=1.0.0 --build-arg COMMIT=$(git rev-parse HEAD) .
#	docker run --rm -v "$PWD:/work" puz solve scott.puz
#
# Without the arguments, and with .git in the context, the commit is what Go stamps.
FROM --platform=$BUILDPLATFORM golang:1.26 AS build
ARG VERSION
ARG COMMIT
ARG DATE
ARG HOME_PAGE
ARG TARGETOS
ARG TARGETARCH
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH go build -trimpath -tags=urfave_cli_no_docs \
      -ldflags "-s -w -X main.version=$VERSION -X main.commit=$COMMIT -X main.date=$DATE -X main.home=$HOME_PAGE" \
      -o /out/puz ./cmd/puz && mkdir /out/work /out/job

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/puz /usr/local/bin/puz
# A new volume at /work, or at /job for a long run, takes its owner from here.
COPY --from=build --chown=65532:65532 /out/work /work
COPY --from=build --chown=65532:65532 /out/job /job
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/local/bin/puz"]
CMD ["--help"]
