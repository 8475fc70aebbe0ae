/** Puts the palette into antd's tokens and into CSS variables for our own styles, and the language into antd. */
import { theme as antdTheme, ConfigProvider } from 'antd'
import { type ReactNode, useLayoutEffect } from 'react'
import { useSession } from '../../lib/session.ts'
import { antdLocales } from './antd-locale.ts'
import { backgrounds, neutrals, type Scheme, statusColors } from './palette.ts'
import './theme.css'
import { useMedia } from './use-media.ts'
import { useScheme } from './use-scheme.ts'

const fontFamily =
  "Inter, 'Segoe UI', -apple-system, BlinkMacSystemFont, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"
const codeFamily =
  "'JetBrains Mono', 'SF Mono', Consolas, 'DejaVu Sans Mono', 'Noto Sans Mono CJK SC', monospace"

function useDocumentColors(scheme: Scheme, accent: string, background: string): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.dataset['theme'] = scheme
    root.style.colorScheme = scheme
    const entries = {
      ...neutrals[scheme],
      ...statusColors[scheme],
      accent,
      background,
      codeFamily,
      fontFamily,
    }
    for (const [name, value] of Object.entries(entries)) {
      root.style.setProperty(`--${name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`, value)
    }
    document.body.style.background = background
  }, [scheme, accent, background])
}

/** Accents are chosen for light; in dark they are lifted so that links and outlines stay readable. */
function accentFor(scheme: Scheme, accent: string): string {
  return scheme === 'light' ? accent : `color-mix(in oklab, ${accent} 62%, white)`
}

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const scheme = useScheme()
  const accent = useSession('accentColor')
  const background = backgrounds[useSession('backgroundColor')][scheme]
  const language = useSession('language')
  const isMotionReduced = useMedia('(prefers-reduced-motion: reduce)')
  useDocumentColors(scheme, accentFor(scheme, accent), background)
  const neutral = neutrals[scheme]
  const status = statusColors[scheme]
  const lifted = accentFor(scheme, accent)
  return (
    <ConfigProvider
      locale={antdLocales[language]}
      button={{ autoInsertSpace: false }}
      theme={{
        algorithm: scheme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
        token: {
          colorPrimary: accent,
          colorInfo: accent,
          colorSuccess: status.passed,
          colorError: status.failed,
          colorWarning: status.warning,
          colorTextBase: neutral.text,
          colorBgContainer: neutral.container,
          colorBgElevated: neutral.elevated,
          colorBgLayout: background,
          colorBorder: neutral.border,
          colorBorderSecondary: neutral.borderSoft,
          colorTextSecondary: neutral.textSecondary,
          colorTextTertiary: neutral.textFaint,
          colorTextPlaceholder: neutral.textFaint,
          colorTextDisabled: neutral.textFaint,
          colorTextDescription: neutral.textSecondary,
          fontFamily,
          fontFamilyCode: codeFamily,
          fontSize: 14,
          borderRadius: 6,
          controlHeight: 32,
          motion: !isMotionReduced,
          wireframe: false,
          motionDurationMid: '0.12s',
          motionDurationSlow: '0.18s',
        },
        components: {
          Table: {
            fontSize: 13,
            cellPaddingBlock: 8,
            cellPaddingInline: 12,
            headerBg: neutral.container,
            headerSplitColor: 'transparent',
          },
          Form: { itemMarginBottom: 20, labelColor: neutral.textSecondary },
          Tooltip: { fontSize: 12 },
          // Words in the accent colour need its lifted form in the dark.
          Tabs: { itemSelectedColor: lifted, itemHoverColor: lifted, inkBarColor: lifted },
          Pagination: { itemActiveColor: lifted, itemActiveColorHover: lifted },
          Modal: { titleFontSize: 16 },
        },
      }}
    >
      {children}
    </ConfigProvider>
  )
}
