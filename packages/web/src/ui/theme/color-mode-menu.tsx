/** The menu of light and dark mode, initially open, because it is loaded on the first click. */
import { DesktopOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useState } from 'react'
import { useT } from '../../lib/i18n.ts'
import { session, useSession } from '../../lib/session/session.ts'
import { AntdTheme } from './antd-theme.tsx'
import { ColorModeButton } from './color-mode-button.tsx'

const modes = [
  ['light', SunOutlined],
  ['dark', MoonOutlined],
  ['system', DesktopOutlined],
] as const

export function ColorModeMenu() {
  const t = useT()
  const mode = useSession('colorMode')
  const [isOpen, setOpen] = useState(true)
  return (
    <AntdTheme>
      <Dropdown
        trigger={['click']}
        open={isOpen}
        onOpenChange={setOpen}
        menu={{
          selectedKeys: [mode],
          items: modes.map(([key, Icon]) => ({ key, icon: <Icon />, label: t(`colorMode.${key}`) })),
          onClick: ({ key }) => {
            const chosen = modes.find(([name]) => name === key)
            if (chosen) session.set({ colorMode: chosen[0] })
          },
        }}
      >
        <ColorModeButton />
      </Dropdown>
    </AntdTheme>
  )
}
