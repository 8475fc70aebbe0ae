import { describe, expect, test } from 'vitest'
import { compileJsonPath, jsonText } from './json-path.ts'

const store = {
  store: {
    book: [
      { category: 'reference', author: 'Rees', title: 'Sayings', price: 8.95 },
      { category: 'fiction', author: 'Waugh', title: 'Sword', price: 12.99 },
      { category: 'fiction', author: 'Melville', title: 'Moby Dick', isbn: '0-553', price: 8.99 },
      { category: 'fiction', author: 'Tolkien', title: 'Rings', isbn: '0-395', price: 22.99 },
    ],
    bicycle: { color: 'red', price: 19.95, 'wheel.size': 28 },
  },
  名称: '商店',
}

const selections: [path: string, expected: unknown[]][] = [
  ['$', [store]],
  ['$.store.bicycle.color', ['red']],
  ['store.bicycle.color', ['red']],
  ["$['store']['bicycle']['wheel.size']", [28]],
  ['$.名称', ['商店']],
  ['$.store.book[0].title', ['Sayings']],
  ['$.store.book[-1].title', ['Rings']],
  ['$.store.book[9].title', []],
  ['$.store.book[*].author', ['Rees', 'Waugh', 'Melville', 'Tolkien']],
  ['$..author', ['Rees', 'Waugh', 'Melville', 'Tolkien']],
  ['$.store..price', [8.95, 12.99, 8.99, 22.99, 19.95]],
  ['$.store.bicycle.*', ['red', 19.95, 28]],
  ['$.store.book[0,2].title', ['Sayings', 'Moby Dick']],
  ["$.store.bicycle['color','price']", ['red', 19.95]],
  ['$.store.book[1:3].title', ['Sword', 'Moby Dick']],
  ['$.store.book[:2].title', ['Sayings', 'Sword']],
  ['$.store.book[-2:].title', ['Moby Dick', 'Rings']],
  ['$.store.book[::2].title', ['Sayings', 'Moby Dick']],
  ['$.store.book[::-1].title', ['Rings', 'Moby Dick', 'Sword', 'Sayings']],
  ['$.store.book.length()', [4]],
  ['$..[1].title', ['Sword']],
  ['$.store.book[?(@.isbn)].title', ['Moby Dick', 'Rings']],
  ['$.store.book[?(!@.isbn)].title', ['Sayings', 'Sword']],
  ["$.store.book[?(@.category=='fiction')].price", [12.99, 8.99, 22.99]],
  ["$.store.book[?(@.category == 'fiction' && @.price < 10)].title", ['Moby Dick']],
  ["$.store.book[?(@.author=='Rees' || @.price > 20)].title", ['Sayings', 'Rings']],
  ["$..book[?(@['price'] >= 12.99)].title", ['Sword', 'Rings']],
  ['$.store.book[?(@.author =~ /^m/i)].title', ['Moby Dick']],
  ["$.store.book[?(@.category != 'fiction')].title", ['Sayings']],
  ["$.store.book[?(@.title == 'a]b')].title", []],
  ["$.store.book[?(@.author == 'Rees') || (@.price > 20)].title", ['Sayings', 'Rings']],
  ["$.store.book[?search(@.author, '^[MT]')].title", ['Moby Dick', 'Rings']],
  ['$.store[?count(@[*]) == 4][0].title', ['Sayings']],
  ['$.store.book[1:2:0]', []],
  // As versions up to 0.6.0 read paths.
  ['$.store.bicycle.wheel-size', []],
  ['$.store.book.0', []],
  ['$.store.book[00].title', ['Sayings']],
  ["$['st\\ore'].bicycle.color", ['red']],
  ['$.store.book[?(@.title.length() > 6)].title', ['Sayings', 'Moby Dick']],
  ["$.store.book[?(!@.category == 'fiction')].title", ['Sayings']],
  [
    '$.store.book[?(@.title =~ /^(s|m)/i && (@.price < 9 || @.isbn =~ /^1/))].title',
    ['Sayings', 'Moby Dick'],
  ],
  ['$.store.book[?(@.author =~ /^(R|W)/)].price', [8.95, 12.99]],
  ['$.missing.deeper', []],
  ['$.store.bicycle.color[0]', []],
]

describe('JSONPath', () => {
  test.each(selections)('%s selects as expected', (path, expected) => {
    expect(compileJsonPath(path)(store)).toEqual(expected)
  })

  test.each(['', '$.', '$.a[', '$[a]', '$..', '$.a b', "$.a[?('x')]", '$.a[?(@.b =~ 3)]', '$]'])(
    'refuses %j',
    path => {
      expect(() => compileJsonPath(path)).toThrow(SyntaxError)
    },
  )

  test.each([
    ['$.a.b[0]', ['a', 'b', 0]],
    ["a['b c']", ['a', 'b c']],
    ['$.a[-1]', null],
    ['$.名称', null],
    ['$..a', null],
    ["$['a','b']", null],
    ['$.a.length()', null],
  ])('%s has a route of its own: %j', (path, route) => {
    expect(compileJsonPath(path).route).toEqual(route)
  })

  test('writes strings as they are and the rest as JSON', () => {
    expect(['a', 1, true, null, [1], { a: 1 }].map(jsonText)).toEqual([
      'a',
      '1',
      'true',
      'null',
      '[1]',
      '{"a":1}',
    ])
  })
})
