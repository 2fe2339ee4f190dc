func tenantFile(_ tenant: String) -> String {
  """
  # A tenant is a folder. This file holds what its flows share; every other file in the folder is one flow.
  tenant: \(tenant)

  # What accounts are made of. A value that does not fit never gets past the page that asks for it.
  attributes:
    email:     { type: email, identifier: true, label: E-mail address }   # accounts are found by it
    givenName: { type: string, max-length: 64 }
    country:   { type: string, max-length: 60 }

  # One-time codes: how long they are, how long they live, and how often one may guess and ask again.
  codes: { digits: 8, lifetime: 10m, attempts: 5, resend-after: 30s, per-identifier: 10 per 1h }

  # The apps, and the flows that each may start.
  applications:
    web: { flows: [sign-up, sign-in] }

  """
}
