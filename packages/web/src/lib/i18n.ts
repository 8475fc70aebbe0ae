/** Languages: zh by default, en; every text of the interface comes through `useT`. */
import { useMemo, useSyncExternalStore } from 'react'
import { notify } from './notices.ts'
import { session } from './session/session.ts'
import type { Language, TextParams } from './text-store.ts'
import { texts } from './texts.ts'

export type { Language, TextParams }

/** All texts by key. Empty here: messages.ts, which joins them above all features, declares the keys. */
export interface TextCatalogue {}
export type MessageKey = keyof TextCatalogue
/** A text of the catalogue in the present language; `{{name}}` holes are filled from params. */
export type Translate = (key: MessageKey, params?: TextParams) => string

/** Resolves when the texts of all loaded modules are there. @throws when they could not be loaded */
export const textsReady = (): Promise<void> => texts.ready()

/** For code outside components. */
export const translate: Translate = (key, params) => texts.text(key, params)

/** Whether a text exists among those of the loaded modules, for keys made of words that a newer agent may have sent. */
export const isMessageKey = (key: string): key is MessageKey => texts.has(key)

/** The translate function; the component draws again when the language changes. */
export function useT(): Translate {
  const version = useSyncExternalStore(texts.subscribe, texts.version)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- another function per version, so that what depends on it is computed again
  return useMemo<Translate>(() => (key, params) => texts.text(key, params), [version])
}

/** Switches the language everywhere once its texts are there, and keeps it; says so when they cannot be loaded. */
export function setLanguage(language: Language): void {
  texts.show(language).then(
    () => session.set({ language }),
    () => notify({ kind: 'error', text: translate('error.network.offline') }),
  )
}

/** Keeps texts and the document's lang attribute in step with the session's language. @returns stops following */
export function followLanguage(): () => void {
  const follow = () => {
    const { language } = session.get()
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    // Another tab switched: without its texts this tab stays as it is, and shows them after a reload.
    if (texts.language() !== language) texts.show(language).catch(() => undefined)
  }
  follow()
  return session.subscribe(follow)
}
