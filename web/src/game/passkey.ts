/** Passkeys: the browser makes one for a player, and lets one answer a challenge of the server. */
import type { KeptPlayer } from "./player";
import type { PasskeyAnswer, PlayerAction, Server, ServerInfo } from "./server";

/** ES256, EdDSA and RS256, as COSE numbers them. */
const ALGORITHMS = [-7, -8, -257];

/** True where this browser and the server have passkeys, and the page is at the server's own address. */
export function takesPasskeys({ passkeys, base_url }: ServerInfo): boolean {
  if (!globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON) return false;
  return passkeys === true && base_url !== undefined && new URL(base_url).origin === location.origin;
}

/**
 * The wish for a new passkey of a player. `known`: the ids of those that the player has. The 16 digits of the player's
 * id are a word in base64url, too.
 */
export async function makePasskey(
  server: Server,
  { player, name }: KeptPlayer,
  known: string[],
  label: string,
): Promise<PlayerAction> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON({
    challenge: await server.passkeyChallenge(),
    rp: { name: "Tessera" },
    user: { id: player, name, displayName: name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: "public-key" })),
    authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    excludeCredentials: known.map((id) => ({ id, type: "public-key" })),
  });
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const { id, response } = made.toJSON() as RegistrationResponseJSON;
  const { publicKey: key = "", clientDataJSON: client, authenticatorData: authenticator } = response;
  return { type: "passkey", credential: id, key, client, authenticator, label };
}

/** The answer of a passkey that the person chooses. */
export async function askPasskey(server: Server): Promise<PasskeyAnswer> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({ challenge: await server.passkeyChallenge() });
  const given = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const { id, response } = given.toJSON() as AuthenticationResponseJSON;
  const { clientDataJSON: client, authenticatorData: authenticator, signature } = response;
  return { credential: id, client, authenticator, signature };
}
