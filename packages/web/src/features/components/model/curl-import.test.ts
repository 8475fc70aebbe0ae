/** What a pasted cURL command becomes. */
import { describe, expect, it } from 'vitest'
import { parseCurl, splitShellWords } from './curl-import.ts'

const field = (name: string, value: string) => ({ name, value, enabled: true })

describe('a cURL command', () => {
  it('is split like a shell splits it', () => {
    expect(splitShellWords(`curl 'a b' "c\\"d" $'e\\n\\u4e2d' \\\n f\\ g ''`)).toEqual([
      'curl',
      'a b',
      'c"d',
      'e\n中',
      'f g',
      '',
    ])
  })
  it('becomes a GET with its query split into fields', () => {
    expect(
      parseCurl(
        `curl 'https://shop.example/list?q=%E8%8C%B6&page=2#top' -H 'Accept: text/html' --compressed`,
      ),
    ).toMatchObject({
      method: 'GET',
      url: 'https://shop.example/list',
      query: [field('q', '茶'), field('page', '2')],
      headers: [field('Accept', 'text/html')],
      body: { kind: 'none' },
      followRedirects: false,
    })
  })
  it('keeps a JSON body and lets the content type follow from it', () => {
    expect(
      parseCurl(
        `curl -L -X PUT https://a.example/x -H 'content-type: application/json' --data-raw '{"a":1}'`,
      ),
    ).toMatchObject({
      method: 'PUT',
      headers: [],
      body: { kind: 'json', text: '{"a":1}' },
      followRedirects: true,
    })
  })
  it('turns form data into fields and implies POST', () => {
    expect(parseCurl(`curl https://a.example/login -d user=ann -d 'pass=%26+x'`)).toMatchObject({
      method: 'POST',
      body: { kind: 'form', fields: [field('user', 'ann'), field('pass', '& x')] },
    })
  })
  it('puts the data into the address with -G', () => {
    expect(parseCurl(`curl -G https://a.example/s --data-urlencode 'q=a b'`)).toMatchObject({
      method: 'GET',
      query: [field('q', 'a b')],
      body: { kind: 'none' },
    })
  })
  it('understands glued options, cookies and sign-in', () => {
    expect(parseCurl(`curl -XDELETE -uann:secret -b 'a=1' https://a.example/1`)).toMatchObject({
      method: 'DELETE',
      headers: [field('Authorization', 'Basic YW5uOnNlY3JldA=='), field('Cookie', 'a=1')],
    })
  })
  it('is refused when it is something else or has no address', () => {
    expect(parseCurl('wget https://a.example')).toBeNull()
    expect(parseCurl('curl -v')).toBeNull()
  })
})
