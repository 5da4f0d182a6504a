#!/bin/sh
# Make the certificates of this folder again; see README.md. The key of the authority is thrown away.
set -eu
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

: > "$work/index"
cat > "$work/ca.cnf" << EOF
[ca]
default_ca = tests
[tests]
database = $work/index
new_certs_dir = $work
serial = $work/serial
rand_serial = yes
default_md = sha256
policy = names
unique_subject = no
[names]
commonName = supplied
EOF

# sign NAME END OPTION...: make a key and a certificate from 2000 on; its extensions are read from standard input.
# openssl ca, since openssl x509 has no dates in the past before version 3.4.
sign() {
    name=$1
    end=$2
    shift 2
    cat > "$work/extensions"
    openssl genpkey -quiet -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$work/$name.key"
    openssl req -new -key "$work/$name.key" -subj "/CN=$name" -out "$work/$name.csr"
    openssl ca -batch -notext -config "$work/ca.cnf" -startdate 20000101000000Z -enddate "$end" \
        -extfile "$work/extensions" -in "$work/$name.csr" -out "$work/$name.crt" "$@"
    cat "$work/$name.key" "$work/$name.crt" > "$name.pem"
}

server() {
    printf '%s\n' "subjectAltName=$1" "basicConstraints=critical,CA:FALSE" "keyUsage=critical,digitalSignature" \
        "extendedKeyUsage=serverAuth" "subjectKeyIdentifier=hash" "authorityKeyIdentifier=keyid"
}

here="IP:127.0.0.1,DNS:localhost"
late=21260101000000Z
printf '%s\n' "basicConstraints=critical,CA:TRUE" "keyUsage=critical,keyCertSign" "subjectKeyIdentifier=hash" |
    sign authority $late -selfsign -keyfile "$work/authority.key"
cp "$work/authority.crt" authority.pem
server "$here" | sign local $late -cert authority.pem -keyfile "$work/authority.key"
server "$here" | sign expired 20010101000000Z -cert authority.pem -keyfile "$work/authority.key"
server "DNS:example.org" | sign elsewhere $late -cert authority.pem -keyfile "$work/authority.key"
server "$here" | sign unknown $late -selfsign -keyfile "$work/unknown.key"
