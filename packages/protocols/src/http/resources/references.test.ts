import { describe, expect, test } from 'vitest'
import { cssReferences } from './css-references.ts'
import { htmlReferences } from './html-references.ts'
import { TextMemo } from './text-memo.ts'

const found = (html: string) =>
  htmlReferences(html).references.map(({ href, isStyle }) => (isStyle ? `css:${href}` : href))
const foundInCss = (css: string) =>
  cssReferences(css).map(({ href, isStyle }) => (isStyle ? `css:${href}` : href))

describe('a page makes browsers fetch', () => {
  const rows: [what: string, html: string, references: string[]][] = [
    ['pictures', '<IMG SRC="a.png"><img src=b.png alt>', ['a.png', 'b.png']],
    [
      'the first candidate of a set of pictures, in place of the plain one',
      '<img src=a srcset="b 1x, c 2x">',
      ['b'],
    ],
    ['a candidate without a size', '<img srcset=" ,b , c 2x">', ['b']],
    [
      'one of the sources of a picture',
      '<picture><source media="(min-width:9px)" srcset=a><source srcset="b, c"><source srcset=d><img src=e></picture><img src=f>',
      ['b', 'f'],
    ],
    [
      'the plain picture where no source fits',
      '<picture><source media=print srcset=a><img src=e></picture>',
      ['e'],
    ],
    [
      'scripts that are not inline',
      '<script src=a.js></script><script>var x = "<img src=no>"</script>',
      ['a.js'],
    ],
    [
      'style sheets, icons and what is preloaded',
      '<link rel=stylesheet href=a.css><link rel="shortcut icon" href=i><link rel=preload as=style href=p><link rel=modulepreload href=m>',
      ['css:a.css', 'i', 'css:p', 'm'],
    ],
    [
      'no links that are not for the page itself',
      '<link rel=canonical href=a><link rel=prefetch href=b><link rel=stylesheet disabled href=c><link rel=dns-prefetch href=d><link rel=icon>',
      [],
    ],
    [
      'what style blocks and attributes name',
      '<style>@import "a.css"; p{background:url(b.png)}</style><p style="background:url(&quot;c.png&quot;)">',
      ['css:a.css', 'b.png', 'c.png'],
    ],
    [
      'frames and objects',
      '<iframe src=a></iframe><frame src=b><embed src=c><object data=d></object>',
      ['a', 'b', 'c', 'd'],
    ],
    [
      'media: its poster and one source',
      '<video poster=p><source src=a><source src=b></video><audio src=c></audio><video preload=none src=d poster=q></video>',
      ['p', 'a', 'c', 'q'],
    ],
    ['buttons that are pictures', '<input type=IMAGE src=a><input type=text src=b>', ['a']],
    ['backgrounds of old pages', '<body background=a><td background="b">', ['a', 'b']],
    ['pictures within drawings', '<svg><image href=a /><image xlink:href=b /></svg>', ['a', 'b']],
    [
      'nothing that is not shown',
      '<noscript><img src=a></noscript><template><img src=b></template><!-- <img src=c> --><img src=d>',
      ['d'],
    ],
    ['addresses with entities', '<img src="a?b=1&amp;c=2">', ['a?b=1&c=2']],
    ['nothing where there is no address', '<img><img src=""><script></script><a href=x>', []],
    ['what broken pages name', '<img src="a"<img src=b><div><p></span><img src=c', ['a']],
  ]
  test.each(rows)('%s', (_what, html, references) => {
    expect(found(html)).toEqual(references)
  })

  test('relative to the first base', () => {
    expect(htmlReferences('<base target=_top><base href="/x/"><base href="/y/"><img src=a>').base).toBe('/x/')
    expect(htmlReferences('<img src=a>').base).toBeNull()
  })
})

describe('a style sheet makes browsers fetch', () => {
  const rows: [what: string, css: string, references: string[]][] = [
    [
      'imported sheets however written',
      '@import "a";@import \'b\' screen;@import url(c);@IMPORT URL("d");',
      ['css:a', 'css:b', 'css:c', 'css:d'],
    ],
    [
      'pictures however written',
      'p{background:url( a ) , url("b c")}q{cursor:URL(\'d\')}',
      ['a', 'b c', 'd'],
    ],
    [
      'one source of each font',
      '@font-face{font-family:x;src:url(a.woff2) format("woff2"),url(a.woff)}@font-face{src:local(x)}',
      ['a.woff2'],
    ],
    [
      'nothing out of comments and name spaces',
      '/* url(a) */@namespace url(b);p{color:red}/* @import "c"',
      [],
    ],
    ['addresses with escapes', 'p{background:url(a\\(1\\).png)}q{background:url("\\62 .png")}', ['b.png']],
  ]
  test.each(rows)('%s', (_what, css, references) => {
    expect(foundInCss(css)).toEqual(references)
  })

  test('read in good time even when written to be slow', () => {
    const hostile = [
      '/*'.repeat(200_000),
      'url("'.repeat(100_000),
      '@import '.repeat(100_000),
      `url(${' '.repeat(200_000)}`,
    ]
    expect(hostile.flatMap(css => foundInCss(css)).length).toBeLessThan(100_001)
  })
})

test('a page whose style names more than fits into a call is read all the same', () => {
  expect(found(`<style>${'url(a)'.repeat(200_000)}</style>`)).toHaveLength(200_000)
})

test('a text is read again only when it differs from the last one of its address', () => {
  let reads = 0
  const memo = new TextMemo<number>()
  const find = (url: string, text: string) => memo.find(url, Buffer.from(text), () => ++reads)
  expect([find('u', 'a'), find('u', 'a'), find('u', 'b'), find('v', 'a')]).toEqual([1, 1, 2, 3])
  for (let index = 0; index < 20; index++) find(`w${index}`, 'a')
  expect(find('v', 'a')).toBe(24)
})
