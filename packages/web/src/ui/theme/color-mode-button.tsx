/** The button that opens the menu of light and dark mode. */
import { BulbOutlined } from '@ant-design/icons-svg'
import type { ComponentProps } from 'react'
import { useT } from '../../lib/i18n.ts'
import { PlainIcon } from '../plain/plain-icon.tsx'

export function ColorModeButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  const t = useT()
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t('shell.colorMode')}
      title={t('shell.colorMode')}
      {...props}
    >
      <PlainIcon of={BulbOutlined} />
    </button>
  )
}
