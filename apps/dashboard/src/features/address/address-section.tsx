import { useQuery } from '@tanstack/react-query';
import { routes } from '@vitrine/contract/routes';
import { useState } from 'react';
import type { ApiResponse } from '../../api/call-api.ts';
import { queryClient, useApiMutation } from '../../api/query-client.ts';
import { Field } from '../../components/field/field.tsx';
import { Form } from '../../components/form/form.tsx';
import { QueryResult } from '../../components/query/query-result.tsx';
import { ExternalLink } from '../../components/text/external-link.tsx';
import { Input } from '../../ui/input.tsx';
import { CardSkeleton } from '../../ui/skeleton.tsx';
import { addressesQuery } from './address-queries.ts';

type Update = typeof routes.address.update;
type Addresses = ApiResponse<typeof routes.address.get>;

/** The addresses beyond the home network. */
export function AddressSection() {
  return (
    <div className="grid gap-5">
      <div className="grid gap-2.5 text-sm text-pretty text-ink-2">
        <p>
          At home, Vitrine is at <span className="wrap-anywhere">{location.origin}</span>, and that
          stays so. To reach it from elsewhere, let two host names lead to this machine, through a
          proxy with HTTPS that passes on the Host header. Then enter them here. Vitrine opens each
          address to check that it leads here, and restarts.
        </p>
        <p>
          A passkey belongs to a host name. You sign in at a new address with your password, and add
          passkeys there. Those of the previous address don’t work at the new one.
        </p>
      </div>
      <QueryResult query={useQuery(addressesQuery)} skeleton={<CardSkeleton rows={4} />}>
        {(addresses) => <AddressForm {...addresses} />}
      </QueryResult>
    </div>
  );
}

function AddressForm({ dashboard, site }: Addresses) {
  const [saved, setSaved] = useState('');
  const mutation = useApiMutation(routes.address.update);
  return (
    <>
      <Form<Update>
        mutation={mutation}
        submit="Save addresses"
        pending="Opening the addresses"
        // The fields keep what was stored.
        resetOnSuccess={false}
        onDone={(response) => {
          queryClient.setQueryData(addressesQuery.queryKey, response);
          setSaved(response.dashboard.url);
        }}
      >
        <AddressField
          name="dashboard"
          label="Dashboard"
          setting="PUBLIC_URL"
          address={dashboard}
          hint="As in https://admin.example.com. Emails lead there."
        />
        <AddressField
          name="site"
          label="Public site"
          setting="SITE_URL"
          address={site}
          hint="As in https://example.com, with another host name. Without it, your site is at /site below the dashboard."
        />
      </Form>
      <p role="status" className="text-sm text-ink-2 empty:hidden">
        {saved !== '' && (
          <>
            Vitrine restarts. In a few seconds, open{' '}
            <ExternalLink href={saved} className="underline underline-offset-3">
              {saved}
            </ExternalLink>{' '}
            and sign in there.
          </>
        )}
      </p>
    </>
  );
}

interface AddressFieldProps {
  readonly name: 'dashboard' | 'site';
  readonly label: string;
  readonly setting: string;
  readonly address: Addresses['dashboard'];
  readonly hint: string;
}

function AddressField({ name, label, setting, address, hint }: AddressFieldProps) {
  return (
    <Field<Update>
      name={name}
      label={label}
      hint={address.isSetting ? `The setting ${setting} says so. Change it there.` : hint}
    >
      {(control) => (
        <Input
          {...control}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          defaultValue={address.url}
          readOnly={address.isSetting}
        />
      )}
    </Field>
  );
}
