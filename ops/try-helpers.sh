# shellcheck shell=bash
# Uses every helper process of the service, because each may read only the folders that it needs:
# docs/decisions/0008-confined-processes.md. try-image.sh and try-debian.sh source this file. They
# set $site_url and $response, and define `call`, which calls the API, and `visit`, which is curl.

# A LinkedIn export with one position, as base64.
LINKEDIN=UEsDBBQAAAAAAAAAIQB0DDoDdAAAAHQAAAANAAAAUG9zaXRpb25zLmNzdkNvbXBhbnkgTmFtZSxUaXRsZSxEZXNjcmlwdGlvbixMb2NhdGlvbixTdGFydGVkIE9uLEZpbmlzaGVkIE9uCkFuYWx5dGljYWwgRW5naW5lcyxQcm9ncmFtbWVyLE5vdGVzLExvbmRvbixKYW4gMjAyMSwKUEsBAhQDFAAAAAAAAAAhAHQMOgN0AAAAdAAAAA0AAAAAAAAAAAAAAIABAAAAAFBvc2l0aW9ucy5jc3ZQSwUGAAAAAAEAAQA7AAAAnwAAAAAA

try_helpers() {
  # The typesetter: a PDF, what a machine reads in it, and the resume settings that this takes.
  call /resume/download/pdf
  cp "$response" "$response.pdf"
  head -c 5 "$response.pdf" | grep -q '^%PDF-'
  call /resume/get
  settings 'choices' >"$response.json"
  call /resume/check --json "@$response.json"
  grep -q Ada "$response"
  # The process of uploads. The banner was an image; these are a PDF and an SVG.
  call /user/update/me -X PUT -F "resume=@$response.pdf;type=application/pdf"
  grep -q '"preview":{"url":"[^"]' "$response"
  echo '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>' >"$response.svg"
  call /skill/add -F title=Drawing -F proficiency=80 -F "svg=@$response.svg;type=image/svg+xml"
  echo 'Uploads and the resume as PDF work.'

  # The icon search, and imports: a LinkedIn export and a JSON Resume.
  call '/icon/search?search=react'
  grep -q '<svg' "$response"
  base64 -d <<<"$LINKEDIN" >"$response.zip"
  call '/import/read?name=export.zip' -H 'Content-Type: application/octet-stream' --data-binary "@$response.zip"
  grep -q 'Analytical Engines' "$response"
  echo '{"basics":{"name":"Ada"},"skills":[{"name":"Weaving"}]}' >"$response.json"
  call '/import/read?name=resume.json' -H 'Content-Type: application/octet-stream' --data-binary "@$response.json"
  grep -q Weaving "$response"
  echo 'The icon search and imports work.'

  # The renderer of the site: custom CSS, a page, DOCX. Its pages name a card, which Typst draws.
  call /site/get
  settings 'draft' | sed 's/"customCss":""/"customCss":"h1 { color: #0b6e63 }"/' >"$response.json"
  call /site/draft/update -X PUT --json "@$response.json"
  grep -q '"cssErrors":\[\]' "$response"
  call /site/publish -X PUT
  call /resume/download/docx
  head -c 2 "$response" | grep -q '^PK'
  visit "$site_url/" -o "$response"
  grep -q Ada "$response"
  visit "$(grep -oE 'https?://[^"]*/og/[^"]*\.jpg' "$response" | head -n 1)" -o /dev/null -w '%{content_type}' | grep -qx image/jpeg
  echo 'The site, custom CSS, cards and the resume as DOCX work.'
}

# The settings in the last response, which are followed by the property $1.
settings() { sed "s/.*\"settings\":\(.*\),\"$1\":.*/\1/" "$response"; }
