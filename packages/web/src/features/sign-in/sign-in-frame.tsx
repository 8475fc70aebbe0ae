/** The frame of sign-in and registration: product description on the left, form on the right. */
import type { ReactNode } from 'react'
import { useT } from '../../lib/i18n.ts'
import { useSession } from '../../lib/session/session.ts'
import { BrandMark } from '../../ui/plain/brand.tsx'
import { ColorModeSwitch, LanguageSwitch } from '../../ui/theme/switches.tsx'
import './sign-in.css'

export function SignInFrame({ children }: { readonly children: ReactNode }) {
  const t = useT()
  const productName = useSession('productName')
  return (
    <div className="sign-in">
      <section className="sign-in-claim" aria-label={productName}>
        <div className="sign-in-brand">
          <BrandMark size={28} />
          {productName}
        </div>
        <div className="sign-in-words">
          <p className="sign-in-claim-title">{t('signIn.claim')}</p>
          <p>{t('signIn.claimText')}</p>
        </div>
        <LoadPicture />
      </section>
      <section className="sign-in-side">
        <div className="sign-in-switches">
          <LanguageSwitch />
          <ColorModeSwitch />
        </div>
        <div className="sign-in-form">{children}</div>
      </section>
    </div>
  )
}

/** An illustration: load increases in steps, response time is constant at first and then rises. */
function LoadPicture() {
  return (
    <svg className="sign-in-picture" viewBox="0 0 560 220" aria-hidden>
      {[40, 85, 130, 175].map(y => (
        <line key={y} x1="0" x2="560" y1={y} y2={y} stroke="var(--border)" strokeWidth="1" />
      ))}
      <path
        d="M0 200H70V172H140V144H210V116H280V88H350V60H560V200Z"
        fill="color-mix(in srgb, var(--accent) 10%, transparent)"
      />
      <path
        d="M0 200H70V172H140V144H210V116H280V88H350V60H560"
        fill="none"
        stroke="color-mix(in srgb, var(--accent) 45%, transparent)"
        strokeWidth="1.5"
      />
      <path
        d="M0 182C60 180 110 178 180 175S300 168 360 150 440 110 480 70 530 34 560 22"
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <circle cx="424" cy="118" r="5" fill="var(--background)" stroke="var(--accent)" strokeWidth="2.5" />
      <line x1="424" x2="424" y1="20" y2="200" stroke="var(--accent)" strokeDasharray="3 5" strokeWidth="1" />
    </svg>
  )
}
