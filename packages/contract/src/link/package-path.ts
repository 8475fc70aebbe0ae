/** The agent fetches a package by `GET <server>` + this with its key, from any byte on. */
export const linkPackagePath = (id: string): string => `/apm-api/link-package/${id}`
