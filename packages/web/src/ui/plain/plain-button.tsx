/** The primary button of pages that are rendered before the component library is loaded. */
import type { ReactNode } from 'react'
import './plain.css'

interface PlainButtonProps {
  readonly children: ReactNode
  readonly isSubmit?: boolean
  readonly isLarge?: boolean
  readonly isBusy?: boolean
  readonly disabled?: boolean
  readonly onClick?: () => void
}

export function PlainButton({ children, isSubmit, isLarge, isBusy, disabled, onClick }: PlainButtonProps) {
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      className={isLarge ? 'plain-button plain-button-large' : 'plain-button'}
      disabled={disabled}
      aria-busy={isBusy}
      // A second click while the first is being processed does nothing.
      onClick={isBusy ? event => event.preventDefault() : onClick}
    >
      {isBusy && <span className="plain-spinner" aria-hidden />}
      {children}
    </button>
  )
}
