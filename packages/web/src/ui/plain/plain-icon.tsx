/** An icon without the library's component: same picture, same size. */
import type { IconDefinition } from '@ant-design/icons-svg/es/types.js'
import './plain.css'

interface PlainIconProps {
  readonly of: IconDefinition
  readonly className?: string
  readonly onClick?: () => void
}

export function PlainIcon({ of, className, onClick }: PlainIconProps) {
  if (typeof of.icon === 'function') return null
  const { attrs, children = [] } = of.icon
  return (
    <span
      role="img"
      aria-label={of.name}
      className={`plain-icon ${className ?? ''}`}
      {...(onClick && { onClick, tabIndex: -1 })}
    >
      <svg
        viewBox={attrs['viewBox']}
        width="1em"
        height="1em"
        fill="currentColor"
        aria-hidden
        focusable={false}
      >
        {children.map(({ attrs: { d } }) => (
          <path key={d} d={d} />
        ))}
      </svg>
    </span>
  )
}
