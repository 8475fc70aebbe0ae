/** Secrets are removed from the editor by the save that stores them. */
import { componentDocumentSchema } from '@pone/plan/component/component.ts'
import { secretMask } from '@pone/schema/limits.ts'
import { describe, expect, it } from 'vitest'
import { type EditorState, isDirty, openEditor, reduceEditor } from './editor-model.ts'
import { afterStoring, secretValue, storedSecretNames, withoutTypedSecrets } from './stored-secrets.ts'

const documentOf = (secrets: Record<string, string>) =>
  componentDocumentSchema.parse({
    variables: [
      { name: 'plain', value: 'shown' },
      ...Object.entries(secrets).map(([name, value]) => ({ name, value, secret: true })),
    ],
  })
const typed = (state: EditorState, secrets: Record<string, string>) =>
  reduceEditor(state, { kind: 'edit', document: documentOf(secrets), at: 0 })
const saved = (state: EditorState) =>
  reduceEditor(state, { kind: 'saved', document: state.document, revision: state.revision + 1 })
const secretsOf = ({ document }: EditorState) =>
  Object.fromEntries(
    document.variables.filter(({ secret }) => secret).map(({ name, value }) => [name, value]),
  )

describe('saving a component with secrets', () => {
  it('replaces stored values by the mask, also in the undo history', () => {
    const state = saved(
      typed(typed(openEditor(documentOf({}), 1), { key: 'abc' }), { key: 'abc', other: 'd' }),
    )
    expect(JSON.stringify(state)).not.toContain('abc')
    expect(secretsOf(state)).toEqual({ key: secretMask, other: secretMask })
    expect(isDirty(state)).toBe(false)
    expect(secretsOf(reduceEditor(state, { kind: 'undo' }))).toEqual({ key: secretMask })
  })
  it('keeps a value that was typed during the save, as unsaved', () => {
    const sent = typed(openEditor(documentOf({}), 1), { key: 'abc' })
    const state = reduceEditor(typed(sent, { key: 'abcd' }), {
      kind: 'saved',
      document: sent.document,
      revision: 2,
    })
    expect(secretsOf(state)).toEqual({ key: 'abcd' })
    expect(isDirty(state)).toBe(true)
  })
  it('leaves a secret empty that undo restores after a save without it', () => {
    const state = saved(typed(openEditor(documentOf({ key: secretMask }), 1), {}))
    expect(secretsOf(reduceEditor(state, { kind: 'undo' }))).toEqual({ key: '' })
  })
  it('leaves a document without secrets unchanged', () => {
    const state = typed(openEditor(documentOf({}), 1), {})
    expect(saved(state).document).toBe(state.document)
  })
})

describe('a secret that is stored', () => {
  const stored = storedSecretNames(documentOf({ key: secretMask, typed: 'abc' }))
  it('is not in the browser storage when it was typed, and still refers to the stored value', () => {
    const kept = withoutTypedSecrets(
      documentOf({ key: 'new', fresh: 'new' }),
      documentOf({ key: secretMask }),
    )
    expect(kept).toEqual(documentOf({ key: secretMask, fresh: '' }))
  })
  it('keeps its value when typing over it is undone, under its name only', () => {
    expect(secretValue('key', '', stored)).toBe(secretMask)
    expect(secretValue('key', 'x', stored)).toBe('x')
    expect(secretValue('keys', '', stored)).toBe('')
    expect(secretValue('typed', '', stored)).toBe('')
  })
})

describe('a password of the settings', () => {
  const withPassword = (password: string) =>
    componentDocumentSchema.parse({
      settings: { proxy: { kind: 'http', host: 'proxy.example', port: 3128, user: 'li', password } },
    })
  const passwordOf = ({ settings: { proxy } }: ReturnType<typeof withPassword>) =>
    proxy.kind === 'none' ? null : proxy.password
  it.each([
    ['becomes the mask once it is stored', 'abc', 'abc', secretMask],
    ['that was typed during the save stays', 'abcd', 'abc', 'abcd'],
    ['that is empty stays empty', '', '', ''],
    ['that names a variable stays readable', '${key}', '${key}', '${key}'],
  ])('%s', (_, now, sent, shown) => {
    expect(passwordOf(afterStoring(withPassword(now), withPassword(sent)))).toBe(shown)
  })
})
