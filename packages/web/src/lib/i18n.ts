/** Languages: zh by default, en; every text of the interface comes through `useT`. */
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn.js'
import i18next, { type i18n as I18n } from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { type MessageKey, messages } from '../messages.ts'
import { session } from './session/session.ts'

export type Language = 'zh' | 'en'
export type { MessageKey }
export type TextParams = Readonly<Record<string, string | number>>
/** A text of the catalogue in the present language; `{{name}}` holes are filled from params. */
export type Translate = (key: MessageKey, params?: TextParams) => string

const inLanguage = (language: Language) =>
  Object.fromEntries(Object.entries(messages).map(([key, text]) => [key, text[language]]))

function start(): I18n {
  const instance = i18next.createInstance()
  void instance.use(initReactI18next).init({
    lng: session.get().language,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    resources: { zh: { translation: inLanguage('zh') }, en: { translation: inLanguage('en') } },
  })
  return instance
}
export const i18n = start()

/** For code outside components. */
export const translate: Translate = (key, params) => i18n.t(key, params ?? {})

/** The translate function; the component draws again when the language changes. */
export function useT(): Translate {
  const { t } = useTranslation(undefined, { i18n })
  return useCallback((key, params) => t(key, params ?? {}), [t])
}

/** Switches the language everywhere, at once, and keeps it. */
export function setLanguage(language: Language): void {
  session.set({ language })
}

/** Keeps texts, dates and the document's lang attribute in step with the session's language. @returns stops following */
export function followLanguage(): () => void {
  const apply = () => {
    const { language } = session.get()
    dayjs.locale(language === 'zh' ? 'zh-cn' : 'en')
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
    if (i18n.language !== language) void i18n.changeLanguage(language)
  }
  apply()
  return session.subscribe(apply)
}
