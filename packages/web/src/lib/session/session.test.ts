import { expect, test } from 'vitest'
import { createSessionStore, memoryStorage } from './session.ts'

const open = (longLived = memoryStorage(), perSession = memoryStorage()) => ({
  longLived,
  perSession,
  store: createSessionStore(longLived, perSession),
})

test('without remember-me the token lasts for the browser session only', () => {
  const first = open()
  first.store.set({ token: 'secret', isRemembered: false })
  expect(createSessionStore(first.longLived, first.perSession).get().token).toBe('secret')
  expect(open(first.longLived).store.get().token).toBe('')
})

test('with remember-me the token and the user data outlive the session, the project does not', () => {
  const first = open()
  first.store.set({ token: 'secret', userName: 'Li', isRemembered: true })
  first.store.set({ hasProject: true, projectId: 'p1' })
  const later = open(first.longLived).store.get()
  expect(later).toMatchObject({
    token: 'secret',
    userName: 'Li',
    isRemembered: true,
    hasProject: false,
    projectId: '',
  })
})

test('settings of the interface always stay', () => {
  const first = open()
  first.store.set({ colorMode: 'dark', navigationWidth: 280, language: 'en' })
  expect(open(first.longLived).store.get()).toMatchObject({
    colorMode: 'dark',
    navigationWidth: 280,
    language: 'en',
  })
})

test('clearing removes everything but the settings', () => {
  const first = open()
  first.store.set({ token: 'secret', isRemembered: true, accentColor: '#0b7285', projectId: 'p1' })
  first.store.clear()
  expect(first.store.get()).toMatchObject({
    token: '',
    projectId: '',
    isRemembered: false,
    accentColor: '#0b7285',
  })
  expect(open(first.longLived, first.perSession).store.get()).toMatchObject({
    token: '',
    accentColor: '#0b7285',
  })
})

test('entries that cannot be parsed or have a wrong type count as missing', () => {
  const longLived = memoryStorage()
  longLived.setItem('pone.navigationWidth', '{broken')
  longLived.setItem('pone.language', '7')
  expect(open(longLived).store.get()).toMatchObject({ navigationWidth: 216, language: 'zh' })
})

test('settings made in another tab are applied, its project is not', () => {
  const { store, longLived, perSession } = open()
  store.set({ projectId: 'mine' })
  createSessionStore(longLived, memoryStorage()).set({ language: 'en' })
  store.readAgain('pone.language')
  expect(store.get()).toMatchObject({ language: 'en', projectId: 'mine' })
  expect(perSession.getItem('pone.projectId')).toBe('"mine"')
})

test('listeners are called on every change until they unsubscribe', () => {
  const { store } = open()
  let calls = 0
  const leave = store.subscribe(() => calls++)
  store.set({ language: 'en' })
  leave()
  store.set({ language: 'zh' })
  expect(calls).toBe(1)
})
