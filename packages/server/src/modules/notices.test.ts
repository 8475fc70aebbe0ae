import { type NoticeId, noticeCatalogue, noticeWords } from '@pone/contract/notices.ts'
import { expect, test } from 'vitest'
import { createNotices } from './notices.ts'

test('sources are asked anew each time, and one that fails is reported and left out', async () => {
  const failures: string[] = []
  const notices = createNotices(what => failures.push(what))
  let isFixed = false
  notices.add(() => {
    throw new Error('gone')
  })
  notices.add(() => (isFixed ? [{ id: 'fixedCaptcha' }] : []))
  expect(await notices.list()).toEqual([])
  isFixed = true
  expect(await notices.list()).toEqual([{ id: 'fixedCaptcha', severity: 'warning', params: {} }])
  expect(failures).toEqual(['a source of notices', 'a source of notices'])
})

test('every notice has words in both languages with the same holes', () => {
  const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()
  for (const id of Object.keys(noticeCatalogue) as NoticeId[]) {
    const notice = { id, severity: noticeCatalogue[id].severity, params: {} }
    const [zh, en] = [noticeWords(notice, 'zh'), noticeWords(notice, 'en')]
    expect([id, ...holes(zh.title + zh.text)]).toEqual([id, ...holes(en.title + en.text)])
    expect(zh.title).not.toBe(en.title)
  }
})
