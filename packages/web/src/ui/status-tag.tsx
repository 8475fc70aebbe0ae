/** A state as icon and word, in the colour of the state. */
import {
  CheckCircleFilled,
  CloseCircleFilled,
  MinusCircleOutlined,
  SyncOutlined,
  WarningFilled,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import type { StatusTone } from './theme/palette.ts'
import './status-tag.css'

const icons: Record<StatusTone, ReactNode> = {
  passed: <CheckCircleFilled />,
  failed: <CloseCircleFilled />,
  warning: <WarningFilled />,
  running: <SyncOutlined spin />,
  off: <MinusCircleOutlined />,
}

export function StatusTag({
  tone,
  children,
  icon,
}: {
  readonly tone: StatusTone
  readonly children: ReactNode
  readonly icon?: ReactNode
}) {
  return (
    <span className={`status-tag status-${tone}`}>
      <span aria-hidden>{icon ?? icons[tone]}</span>
      {children}
    </span>
  )
}
