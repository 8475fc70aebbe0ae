/** Names under which frameworks send values that a response before has given. */

export interface FrameworkRule {
  readonly framework: string
  /** Matches whole names of fields, headers, cookies and elements in any case. */
  readonly names: RegExp
}

export const frameworkRules: readonly FrameworkRule[] = [
  {
    framework: 'ASP.NET',
    names:
      /^(__(viewstate\w*|eventvalidation|previouspage|requestverificationtoken)|requestverificationtoken)$/i,
  },
  { framework: 'JSF', names: /^(javax|jakarta)\.faces\.viewstate$/i },
  { framework: 'Spring', names: /^(_csrf|x-csrf-token|execution)$/i },
  { framework: 'Django', names: /^(csrfmiddlewaretoken|x-csrftoken|csrftoken)$/i },
  { framework: 'Rails', names: /^(authenticity_token|csrf-token|csrf-param)$/i },
  { framework: 'Laravel', names: /^(_token|x-xsrf-token|xsrf-token)$/i },
  { framework: 'Struts', names: /^(struts\.token(\.name)?|org\.apache\.struts\.taglib\.html\.token)$/i },
  { framework: 'WordPress', names: /^(_wpnonce|x-wp-nonce)$/i },
  {
    framework: 'OAuth 2.0',
    names:
      /^(code|state|nonce|session_state|code_challenge|(access|refresh|id|device)_?token|client_request_id)$/i,
  },
  { framework: 'SAML', names: /^(samlrequest|samlresponse|relaystate|saml\w*id)$/i },
  {
    framework: 'Salesforce',
    names: /^(com\.salesforce\.visualforce\.viewstate\w*|aura\.(token|context)|fwuid|lsid)$/i,
  },
  { framework: 'Siebel', names: /^(swe(c|ts|acn)|srn)$/i },
  { framework: 'Oracle ADF', names: /^(_adf\.\w+|_afrloop|oracle\.adf\.\w+)$/i },
  { framework: 'SAP', names: /^(sap-contextid|sap-wd-secure-id|sap-ext-sid|x-sap-\w*token)$/i },
  {
    framework: 'Any',
    names:
      /^[\w.-]*(csrf|xsrf|nonce|viewstate|ticket|requesttoken|formtoken|formkey|sessionid|correlationid)[\w.-]*$/i,
  },
]

/** Whether a framework gives dynamic values this name. @param disabled frameworks that are left out */
export const isFrameworkName = (name: string, disabled: readonly string[]): boolean =>
  name !== '' &&
  frameworkRules.some(({ framework, names }) => names.test(name) && !disabled.includes(framework))
