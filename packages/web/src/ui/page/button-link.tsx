/** A link to a page that looks like a button: one element with one focus, which also opens in a new tab. */
import { Button, type ButtonProps } from 'antd'
import { useHref, useLinkClickHandler } from 'react-router'

export interface ButtonLinkProps extends Pick<ButtonProps, 'type' | 'icon' | 'size' | 'children'> {
  /** Path within the application. */
  readonly to: string
}

export function ButtonLink({ to, ...look }: ButtonLinkProps) {
  return <Button {...look} href={useHref(to)} onClick={useLinkClickHandler<HTMLElement>(to)} />
}
