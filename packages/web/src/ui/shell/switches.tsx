/** Switches of language and of light or dark, in the top bar and on public pages. */
import { BulbOutlined, DesktopOutlined, GlobalOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { setLanguage, useT } from '../../lib/i18n.ts'
import { session, useSession } from '../../lib/session/session.ts'

/** Switches at once; the label is the language one gets. */
export function LanguageSwitch() {
  const language = useSession('language')
  const other = language === 'zh' ? 'en' : 'zh'
  const label = language === 'zh' ? 'Switch to English' : '切换到中文'
  return (
    <button
      type="button"
      className="icon-button"
      lang={other}
      title={label}
      aria-label={label}
      onClick={() => setLanguage(other)}
    >
      <GlobalOutlined />
      {language === 'zh' ? 'EN' : '中文'}
    </button>
  )
}

const modes = [
  ['light', SunOutlined],
  ['dark', MoonOutlined],
  ['system', DesktopOutlined],
] as const

/** Light, dark, or as the system. */
export function ColorModeSwitch() {
  const t = useT()
  const mode = useSession('colorMode')
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectedKeys: [mode],
        items: modes.map(([key, Icon]) => ({ key, icon: <Icon />, label: t(`colorMode.${key}`) })),
        onClick: ({ key }) => {
          const chosen = modes.find(([name]) => name === key)
          if (chosen) session.set({ colorMode: chosen[0] })
        },
      }}
    >
      <button
        type="button"
        className="icon-button"
        aria-label={t('shell.colorMode')}
        title={t('shell.colorMode')}
      >
        <BulbOutlined />
      </button>
    </Dropdown>
  )
}
