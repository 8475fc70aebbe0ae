/** Applies the palette to antd's tokens and the language to antd, around everything that uses antd. */
import { EllipsisOutlined, SearchOutlined } from '@ant-design/icons'
import { theme as antdTheme, ConfigProvider, type MappingAlgorithm } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import type { Accent } from './accent.ts'
import { antdLocales } from './antd-locale.ts'
import { codeFamily, useLook } from './look.tsx'
import { neutrals, type Scheme, statusAreas, statusColors } from './palette.ts'
import { useMedia } from './use-media.ts'

/** antd's own algorithm reduces contrast in dark mode; text and outlines get the readable colours instead, in every component. */
const inked =
  (accent: Accent, scheme: Scheme): MappingAlgorithm =>
  (_seed, map) =>
    Object.assign(map ?? antdTheme.defaultAlgorithm(antdTheme.defaultSeed), {
      colorPrimary: accent.ink,
      colorPrimaryHover: accent.inkHover,
      colorPrimaryActive: accent.inkHover,
      colorPrimaryText: accent.ink,
      colorPrimaryTextHover: accent.inkHover,
      colorPrimaryTextActive: accent.inkHover,
      colorLink: accent.ink,
      colorLinkHover: accent.inkHover,
      colorLinkActive: accent.inkHover,
      colorInfo: accent.ink,
      colorSuccess: statusColors[scheme].passed,
      colorWarning: statusColors[scheme].warning,
      colorError: statusColors[scheme].failed,
      colorErrorText: statusColors[scheme].failed,
      ...(scheme === 'light' && {
        colorSuccessBg: statusAreas.passed.area,
        colorSuccessBorder: statusAreas.passed.border,
        colorWarningBg: statusAreas.warning.area,
        colorWarningBorder: statusAreas.warning.border,
      }),
    })

type Look = ReturnType<typeof useLook>

function tokensOf({ scheme, chosenAccent, background, fontFamily }: Look, isMotionReduced: boolean) {
  const neutral = neutrals[scheme]
  const status = statusColors[scheme]
  const edge = `0 6px 20px rgba(0, 0, 0, 0.4), 0 0 0 1px ${neutral.border}`
  return {
    colorPrimary: chosenAccent,
    colorInfo: chosenAccent,
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
    // A shadow alone is not visible on a dark page.
    ...(scheme === 'dark' && { boxShadow: edge, boxShadowSecondary: edge }),
    motionDurationMid: '0.12s',
    motionDurationSlow: '0.18s',
  }
}

/** Colours of components that are not set by the common tokens. */
function componentsOf({ scheme, accent: shades, background }: Look) {
  const neutral = neutrals[scheme]
  const selected = `color-mix(in srgb, ${shades.ink} 13%, transparent)`
  // Text on an area in a status colour.
  const onStatus = scheme === 'light' ? '#ffffff' : background
  // Areas with white text or icons on them.
  const filled = {
    colorPrimary: shades.fill,
    colorPrimaryHover: shades.fillHover,
    colorPrimaryActive: shades.fillHover,
  }
  return {
    Table: {
      fontSize: 13,
      cellPaddingBlock: 8,
      cellPaddingInline: 12,
      headerBg: neutral.container,
      headerSplitColor: 'transparent',
      headerColor: neutral.textSecondary,
      bodySortBg: neutral.container,
      headerSortActiveBg: neutral.container,
      // Opaque, since fixed columns lie over others.
      rowSelectedBg: `color-mix(in srgb, ${shades.ink} 7%, ${neutral.container})`,
      rowSelectedHoverBg: `color-mix(in srgb, ${shades.ink} 11%, ${neutral.container})`,
    },
    Form: { itemMarginBottom: 20, labelColor: neutral.textSecondary },
    Tooltip: { fontSize: 12 },
    Button: {
      ...filled,
      dangerColor: onStatus,
      defaultHoverColor: shades.ink,
      defaultHoverBorderColor: shades.ink,
      defaultActiveColor: shades.inkHover,
      defaultActiveBorderColor: shades.inkHover,
    },
    Badge: { colorTextLightSolid: onStatus },
    Steps: filled,
    Checkbox: filled,
    Switch: filled,
    Tree: { nodeSelectedBg: selected, nodeHoverBg: neutral.hover, nodeSelectedColor: neutral.text },
    Select: { optionSelectedBg: selected, optionActiveBg: neutral.hover },
    Modal: { titleFontSize: 16 },
    Slider: {
      railBg: neutral.border,
      railHoverBg: neutral.border,
      trackBg: shades.ink,
      trackHoverBg: shades.inkHover,
      handleColor: shades.ink,
      handleActiveColor: shades.inkHover,
    },
  }
}

export function AntdTheme({ children }: { readonly children: ReactNode }) {
  const t = useT()
  const look = useLook()
  const language = useSession('language')
  const isMotionReduced = useMedia('(prefers-reduced-motion: reduce)')
  const { scheme, accent } = look
  return (
    <ConfigProvider
      locale={antdLocales[language]}
      button={{ autoInsertSpace: false }}
      form={{ colon: false }}
      inputSearch={{ searchIcon: <SearchOutlined aria-label={t('action.search')} /> }}
      tabs={{ moreIcon: <EllipsisOutlined aria-label={t('action.more')} /> }}
      theme={{
        algorithm: [
          scheme === 'dark' ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
          inked(accent, scheme),
        ],
        token: tokensOf(look, isMotionReduced),
        components: componentsOf(look),
      }}
    >
      {children}
    </ConfigProvider>
  )
}
