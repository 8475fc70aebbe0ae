/** Languages: zh by default, en; every text of the interface is read with `useT`. */
import { useMemo, useSyncExternalStore } from 'react'
import { notify } from './notices.ts'
import { session } from './session/session.ts'
import type { Language, TextParams } from './text-store.ts'
import { texts } from './texts.ts'

export type { Language, TextParams }

/** All texts by key. Empty here: messages.ts, which joins the texts of all features, declares the keys. */
export interface TextCatalogue {}
export type MessageKey = keyof TextCatalogue
/** A text of the catalogue in the present language; `{{name}}` placeholders are replaced by params. */
export type Translate = (key: MessageKey, params?: TextParams) => string

/** Resolves when the texts of all loaded modules are loaded. @throws if they could not be loaded */
export const textsReady = (): Promise<void> => texts.ready()

/** For code outside components. */
export const translate: Translate = (key, params) => texts.text(key, params)

/** Whether the texts of the loaded modules contain a key, for keys built from words that a newer agent may have sent. */
export const isMessageKey = (key: string): key is MessageKey => texts.has(key)

/** The translate function; the component renders again when the language changes. */
export function useT(): Translate {
  const version = useSyncExternalStore(texts.subscribe, texts.version)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new function per version, so that values that depend on it are computed again
  return useMemo<Translate>(() => (key, params) => texts.text(key, params), [version])
}

/** Switches the language everywhere once its texts are loaded, and stores it; shows a notice if they cannot be loaded. */
export function setLanguage(language: Language): void {
  texts.show(language).then(
    () => session.set({ language }),
    () => notify({ kind: 'error', text: translate('error.network.offline') }),
  )
}

/** Updates texts and the document's lang attribute with the session's language. @returns a function that stops this */
export function followLanguage(): () => void {
  const follow = () => {
    const { language } = session.get()
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    // Another tab switched: if the texts cannot be loaded, this tab keeps its language until a reload.
    if (texts.language() !== language) texts.show(language).catch(() => undefined)
  }
  follow()
  return session.subscribe(follow)
}
