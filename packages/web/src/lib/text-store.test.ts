import { describe, expect, test } from 'vitest'
import { createTextStore, type TextFile } from './text-store.ts'

const file = (zh: Record<string, string>, en: Record<string, string>): TextFile => ({
  zh: async () => ({ default: zh }),
  en: async () => ({ default: en }),
})
const greeting = file({ 'a.hello': '你好，{{name}}' }, { 'a.hello': 'Hello {{name}}' })

describe('the texts of a tab', () => {
  test('a text is empty while it loads, and filled once it is loaded', async () => {
    const store = createTextStore('zh')
    store.need('a', greeting)
    expect(store.text('a.hello', { name: '李' })).toBe('')
    await store.ready()
    expect(store.text('a.hello', { name: '李' })).toBe('你好，李')
    expect(store.text('a.hello')).toBe('你好，{{name}}')
    expect(store.text('a.hello', { other: 1 })).toBe('你好，{{name}}')
  })

  test('only the language in use is loaded', async () => {
    const loaded: string[] = []
    const store = createTextStore('en')
    store.need('a', {
      zh: async () => ({ default: { k: String(loaded.push('zh')) } }),
      en: async () => ({ default: { k: String(loaded.push('en')) } }),
    })
    await store.ready()
    await store.ready()
    expect(loaded).toEqual(['en'])
  })

  test('the language changes only once all its texts are loaded', async () => {
    const store = createTextStore('zh')
    store.need('a', greeting)
    await store.ready()
    const before = store.version()
    let notified = 0
    const leave = store.subscribe(() => {
      notified += 1
    })
    const changed = store.show('en')
    expect([store.language(), store.version()]).toEqual(['zh', before])
    await changed
    expect([store.language(), notified]).toEqual(['en', 1])
    expect(store.version()).toBeGreaterThan(before)
    expect(store.text('a.hello', { name: 'Li' })).toBe('Hello Li')
    leave()
    await store.show('zh')
    expect(notified).toBe(1)
  })

  test('if the texts of a language cannot be loaded, the old one stays; requesting it again tries again', async () => {
    let isBroken = true
    const store = createTextStore('zh')
    store.need('a', {
      zh: greeting.zh,
      en: () => (isBroken ? Promise.reject(new Error('offline')) : greeting.en()),
    })
    await store.ready()
    await expect(store.show('en')).rejects.toThrow('offline')
    expect(store.text('a.hello', { name: '李' })).toBe('你好，李')
    await store.ready()
    isBroken = false
    await store.show('en')
    expect(store.text('a.hello', { name: 'Li' })).toBe('Hello Li')
  })

  test('of two changes of the language the last one is applied', async () => {
    const store = createTextStore('zh')
    store.need('a', greeting)
    await Promise.all([store.show('en'), store.show('zh')])
    expect(store.language()).toBe('zh')
  })

  test('a count selects the plural form of the language', async () => {
    const store = createTextStore('en')
    store.need(
      'n',
      file(
        { 'n.files': '{{count}} 个文件' },
        { 'n.files': '{{count}} files', 'n.files_one': '{{count}} file' },
      ),
    )
    await store.ready()
    expect([0, 1, 2].map(count => store.text('n.files', { count }))).toEqual(['0 files', '1 file', '2 files'])
    expect(store.text('n.files', { count: '1' })).toBe('1 files')
    await store.show('zh')
    expect(store.text('n.files', { count: 1 })).toBe('1 个文件')
  })

  test('a key without a text is shown unchanged', async () => {
    const store = createTextStore('en')
    store.need('a', greeting)
    await store.ready()
    expect([store.text('a.other'), store.has('a.other'), store.has('a.hello')]).toEqual([
      'a.other',
      false,
      true,
    ])
  })
})
