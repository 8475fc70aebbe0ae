/** An icon without the library's component: same picture, same size; decoration only, so hidden from screen readers. */
import type { IconDefinition } from '@ant-design/icons-svg/es/types.js'
import './plain.css'

interface PlainIconProps {
  readonly of: IconDefinition
  readonly className?: string
}

export function PlainIcon({ of, className }: PlainIconProps) {
  if (typeof of.icon === 'function') return null
  const { attrs, children = [] } = of.icon
  return (
    <span aria-hidden className={`plain-icon ${className ?? ''}`}>
      <svg viewBox={attrs['viewBox']} width="1em" height="1em" fill="currentColor" focusable={false}>
        {children.map(({ attrs: { d } }) => (
          <path key={d} d={d} />
        ))}
      </svg>
    </span>
  )
}
