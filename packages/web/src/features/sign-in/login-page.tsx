/** /pone/login: sign-in of project users. */
import { Link } from 'react-router'
import { useT } from '../../lib/i18n.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { LoginForm } from './login-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { useRegistration } from './use-registration.ts'

export function Page() {
  const t = useT()
  const canRegister = useRegistration() !== 'closed'
  return (
    <SignInFrame>
      <h1>{t('signIn.title')}</h1>
      <LoginForm isAdministrator={false} />
      <div className="sign-in-links">
        {canRegister ? <Link to={paths.register}>{t('signIn.toRegister')}</Link> : <span />}
        <Link to={paths.adminLogin} className="secondary">
          {t('signIn.toAdmin')}
        </Link>
      </div>
    </SignInFrame>
  )
}
