/** Sets the user's palette as CSS variables for the product's own styles; antd's part is antd-theme.tsx, so that the first load needs none of it. */
import { useLayoutEffect, useMemo } from 'react'
import { useSession } from '../../lib/session/session.ts'
import { type Accent, accentOf } from './accent.ts'
import { backgrounds, neutrals, type Scheme, statusColors } from './palette.ts'
import './theme.css'
import { useScheme } from './use-scheme.ts'

const fonts =
  "Inter, 'Segoe UI', -apple-system, BlinkMacSystemFont, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"
export const codeFamily =
  "'JetBrains Mono', 'SF Mono', Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace"

export interface Look {
  readonly scheme: Scheme
  readonly accent: Accent
  /** As chosen, before it is shifted to be readable. */
  readonly chosenAccent: string
  readonly background: string
  readonly fontFamily: string
}

/** The present appearance of the interface. */
export function useLook(): Look {
  const scheme = useScheme()
  const chosenAccent = useSession('accentColor')
  const background = backgrounds[useSession('backgroundColor')][scheme]
  const isEnglish = useSession('language') === 'en'
  const accent = useMemo(() => accentOf(scheme, chosenAccent), [scheme, chosenAccent])
  return {
    scheme,
    accent,
    chosenAccent,
    background,
    fontFamily: isEnglish ? `'Pone quotes', ${fonts}` : fonts,
  }
}

/** Updates the document's CSS variables when the appearance changes. */
export function DocumentLook() {
  const { scheme, accent, background, fontFamily } = useLook()
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset['theme'] = scheme
    root.style.colorScheme = scheme
    const variables = variablesOf({ scheme, accent, background, fontFamily })
    for (const [name, value] of variables) root.style.setProperty(name, value)
    document.body.style.background = background
  }, [scheme, accent, background, fontFamily])
  return null
}

/** The CSS variables of an appearance, such as `--text-secondary`. */
export function variablesOf(look: Omit<Look, 'chosenAccent'>): readonly (readonly [string, string])[] {
  const { scheme, accent, background, fontFamily } = look
  const values = {
    ...neutrals[scheme],
    ...statusColors[scheme],
    accent: accent.ink,
    accentHover: accent.inkHover,
    accentFill: accent.fill,
    accentFillHover: accent.fillHover,
    background,
    codeFamily,
    fontFamily,
  }
  return Object.entries(values).map(([name, value]) => [
    `--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`,
    value,
  ])
}
