//! Tenants behind one address (§4.4.6, §8.3.2, and the routes of `a2a.proto`).

use super::rules;

rules! { TENANTS:
    TENANT_IS_SERVED = "tenant-served" Must "§8.3.2, §4.4.6"
        "every operation is served over an interface that the card lists with a tenant";
    TENANT_IS_NAMED = "tenant-named" Must "§4.3.1"
        "a config that names a tenant names that of its interface";
    TENANTS_ARE_APART = "tenants-apart" House "§13.1, §4.4.6"
        "what is done for one tenant is not found under another";
    TENANT_MEMBER_COUNTS = "tenant-member" House "§8.3.2"
        "a tenant in the request counts, also where the path could have named it";
}
